// SPDX-License-Identifier: Apache-2.0
// A gauge behind a lock that counts a volatile variable up between two attempts.
// RELEASES_EARLY: the lock is released before the second of two writes.
#pragma once

#include <atomic>

class BackingOffLock {
public:
  void lock() {
    while (taken_.exchange(true, std::memory_order_acquire))
      for (volatile int i = 0; i < 3000; i = i + 1) {
      }
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

private:
  std::atomic<bool> taken_{false};
};

class Gauge {
public:
  void set(int value) {
    lock_.lock();
    value_ = value;
#ifdef RELEASES_EARLY
    lock_.unlock();
    twice_ = 2 * value; // BUG
#else
    twice_ = 2 * value;
    lock_.unlock();
#endif
  }

  int difference() {
    lock_.lock();
    int result = twice_ - value_;
    lock_.unlock();
    return result;
  }

private:
  BackingOffLock lock_;
  int value_ = 0;
  int twice_ = 0;
};
