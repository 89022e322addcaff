// SPDX-License-Identifier: Apache-2.0
// A counter behind a test-and-set lock.
// FORGETS_RELEASE: `takeAll` returns with the lock held when another thread has emptied the counter in between.
#pragma once

#include <atomic>

class TestAndSetLock {
public:
  void lock() {
    while (taken_.test_and_set(std::memory_order_acquire)) {
    }
  }
  void unlock() { taken_.clear(std::memory_order_release); }

private:
  std::atomic_flag taken_ = ATOMIC_FLAG_INIT;
};

class Counter {
public:
  int add(int amount) {
    lock_.lock();
    int total = total_ + amount;
    total_ = total;
    lock_.unlock();
    return total;
  }

  int takeAll() {
    if (total_ == 0)
      return 0;
    lock_.lock();
    int taken = total_;
#ifdef FORGETS_RELEASE
    if (taken == 0)
      return 0; // BUG
#endif
    total_ = 0;
    lock_.unlock();
    return taken;
  }

private:
  TestAndSetLock lock_;
  std::atomic<int> total_{0};
};
