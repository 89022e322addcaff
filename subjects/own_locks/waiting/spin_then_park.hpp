// SPDX-License-Identifier: Apache-2.0
// A slot behind a lock that spins a hundred times and then parks on a futex.
// PARKS_BLINDLY: the futex is told the value that the thread hopes for, so the thread sleeps never or forever.
#pragma once

#include <atomic>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

class ParkingLock {
public:
  void lock() {
    for (int i = 0; i < 100; ++i) {
      int expected = 0;
      if (state_.compare_exchange_strong(expected, 1, std::memory_order_acquire))
        return;
    }
#ifdef PARKS_BLINDLY
    while (state_.exchange(1, std::memory_order_acquire) != 0) // BUG
      syscall(SYS_futex, &state_, FUTEX_WAIT_PRIVATE, 1, nullptr, nullptr, 0);
#else
    while (state_.exchange(2, std::memory_order_acquire) != 0)
      syscall(SYS_futex, &state_, FUTEX_WAIT_PRIVATE, 2, nullptr, nullptr, 0);
#endif
  }

  void unlock() {
    if (state_.exchange(0, std::memory_order_release) == 2)
      syscall(SYS_futex, &state_, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
  }

private:
  std::atomic<int> state_{0};
};

class Slot {
public:
  bool offer(int value) {
    lock_.lock();
    bool isFree = !isFull_;
    if (isFree) {
      value_ = value;
      isFull_ = true;
    }
    lock_.unlock();
    return isFree;
  }

  int take() {
    lock_.lock();
    int value = isFull_ ? value_ : -1;
    isFull_ = false;
    lock_.unlock();
    return value;
  }

private:
  ParkingLock lock_;
  int value_ = 0;
  bool isFull_ = false;
};
