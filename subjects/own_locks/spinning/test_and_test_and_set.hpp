// SPDX-License-Identifier: Apache-2.0
// A pair of balances behind a test-and-test-and-set lock.
// SETS_BLINDLY: the lock is seen free and then set, not exchanged: two threads can get in.
#pragma once

#include <atomic>

class TestAndTestAndSetLock {
public:
  void lock() {
    for (;;) {
      while (taken_.load(std::memory_order_relaxed)) {
      }
#ifdef SETS_BLINDLY
      taken_.store(true, std::memory_order_seq_cst); // BUG
      return;
#else
      if (!taken_.exchange(true, std::memory_order_acquire))
        return;
#endif
    }
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

private:
  std::atomic<bool> taken_{false};
};

class Balances {
public:
  void transfer(int amount) {
    lock_.lock();
    from_ -= amount;
    to_ += amount;
    lock_.unlock();
  }

  int sum() {
    lock_.lock();
    int result = from_ + to_;
    lock_.unlock();
    return result;
  }

  int received() {
    lock_.lock();
    int result = to_;
    lock_.unlock();
    return result;
  }

private:
  TestAndTestAndSetLock lock_;
  int from_ = 100;
  int to_ = 0;
};
