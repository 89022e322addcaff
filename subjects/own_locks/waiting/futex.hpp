// SPDX-License-Identifier: Apache-2.0
// A purse behind a mutex made of the futex system call, after Drepper, "Futexes are tricky": 0 free, 1 taken, 2 taken
// and waited for.
// FORGETS_WAITERS: a waiter takes the lock as if no other thread waited.
// NEVER_WAKES: releasing does not wake a waiter.
#pragma once

#include <atomic>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

class FutexLock {
public:
  void lock() {
    int seen = 0;
    if (state_.compare_exchange_strong(seen, 1, std::memory_order_acquire))
      return;
#ifdef FORGETS_WAITERS
    for (;;) {
      if (seen == 2 || state_.exchange(2, std::memory_order_acquire) != 0)
        syscall(SYS_futex, &state_, FUTEX_WAIT_PRIVATE, 2, nullptr, nullptr, 0);
      seen = 0;
      if (state_.compare_exchange_strong(seen, 1, std::memory_order_acquire)) // BUG
        return;
    }
#else
    if (seen != 2)
      seen = state_.exchange(2, std::memory_order_acquire);
    while (seen != 0) {
      syscall(SYS_futex, &state_, FUTEX_WAIT_PRIVATE, 2, nullptr, nullptr, 0);
      seen = state_.exchange(2, std::memory_order_acquire);
    }
#endif
  }

  void unlock() {
    int seen = state_.exchange(0, std::memory_order_release);
#ifdef NEVER_WAKES
    (void)seen; // BUG
#else
    if (seen == 2)
      syscall(SYS_futex, &state_, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
#endif
  }

private:
  std::atomic<int> state_{0};
};

class Purse {
public:
  int put(int coins) {
    lock_.lock();
    int now = coins_ + coins;
    coins_ = now;
    lock_.unlock();
    return now;
  }

  bool spend(int coins) {
    lock_.lock();
    bool enough = coins_ >= coins;
    if (enough)
      coins_ -= coins;
    lock_.unlock();
    return enough;
  }

private:
  FutexLock lock_;
  int coins_ = 1;
};
