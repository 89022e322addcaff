// SPDX-License-Identifier: Apache-2.0
// A spin lock that other threads can look at, and a count of how often it was taken.
// WRONG: the count is read and written in two steps, after the lock was given up.
#pragma once

#include <atomic>
#include <thread>

class WatchedLock {
public:
  WatchedLock() = default;
  WatchedLock(const WatchedLock&) = delete;
  WatchedLock& operator=(const WatchedLock&) = delete;

  void lock() {
    while (isHeld_.exchange(true))
      std::this_thread::yield();
  }

  void unlock() {
#ifdef WRONG
    isHeld_.store(false);
    times_.store(times_.load() + 1);
#else
    times_.fetch_add(1);
    isHeld_.store(false);
#endif
  }

  bool isLocked() const { return isHeld_.load(); }
  int timesTaken() const { return times_.load(); }

private:
  std::atomic<bool> isHeld_{false};
  std::atomic<int> times_{0};
};
