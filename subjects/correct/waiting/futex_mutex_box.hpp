// SPDX-License-Identifier: Apache-2.0
// A value under a lock of one atomic with three states: free, held, held with waiters.
// WRONG: get() does not take the lock.
#pragma once

#include <atomic>

class FutexMutexBox {
public:
  FutexMutexBox() = default;
  FutexMutexBox(const FutexMutexBox&) = delete;
  FutexMutexBox& operator=(const FutexMutexBox&) = delete;

  int swap(int value) {
    lock();
    const int old = value_;
    value_ = value;
    unlock();
    return old;
  }

  int get() {
#ifdef WRONG
    return value_;
#else
    lock();
    const int value = value_;
    unlock();
    return value;
#endif
  }

private:
  void lock() {
    int seen = 0;
    if (state_.compare_exchange_strong(seen, 1, std::memory_order_acquire))
      return;
    while (state_.exchange(2, std::memory_order_acquire) != 0)
      state_.wait(2);
  }
  void unlock() {
    if (state_.exchange(0, std::memory_order_release) == 2)
      state_.notify_one();
  }

  std::atomic<int> state_{0};
  int value_ = 0;
};
