// SPDX-License-Identifier: Apache-2.0
// A log of a few lines behind a lock that sleeps while it is taken.
// FORGETS_RELEASE: `append` returns with the lock held when another thread has filled the log in between.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

class SleepingLock {
public:
  void lock() {
    while (taken_.exchange(true, std::memory_order_acquire))
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

private:
  std::atomic<bool> taken_{false};
};

class ShortLog {
public:
  bool append(int line) {
    if (size_ == 2)
      return false;
    lock_.lock();
    bool fits = size_ < 2;
#ifdef FORGETS_RELEASE
    if (!fits)
      return false; // BUG
#endif
    if (fits)
      lines_[size_++] = line;
    lock_.unlock();
    return fits;
  }

  int last() {
    lock_.lock();
    int line = size_ == 0 ? 0 : lines_[size_ - 1];
    lock_.unlock();
    return line;
  }

private:
  SleepingLock lock_;
  int lines_[2] = {};
  std::atomic<int> size_{0};
};
