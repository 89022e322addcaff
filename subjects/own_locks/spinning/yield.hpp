// SPDX-License-Identifier: Apache-2.0
// A cell that is filled once, behind a lock that yields the processor while it is taken.
// YIELDS_IN_BETWEEN: the lock is seen free, a yield follows, and then it is set.
#pragma once

#include <atomic>
#include <thread>

class YieldingLock {
public:
  void lock() {
#ifdef YIELDS_IN_BETWEEN
    while (taken_.load())
      std::this_thread::yield();
    std::this_thread::yield();
    taken_.store(true); // BUG
#else
    while (taken_.exchange(true, std::memory_order_acquire))
      std::this_thread::yield();
#endif
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

private:
  std::atomic<bool> taken_{false};
};

class Cell {
public:
  bool fill(int value) {
    lock_.lock();
    bool isFirst = fills_ == 0;
    fills_ = fills_ + 1;
    if (isFirst)
      value_ = value;
    lock_.unlock();
    return isFirst;
  }

  int fills() {
    lock_.lock();
    int result = fills_;
    lock_.unlock();
    return result;
  }

private:
  YieldingLock lock_;
  int value_ = 0;
  int fills_ = 0;
};
