// SPDX-License-Identifier: Apache-2.0
// A budget behind a lock of the compiler's own atomic operations and volatile variables.
// PLAIN_STORE: the lock is tested and set by two plain accesses.
#pragma once

class BuiltinLock {
public:
  void lock() {
#ifdef PLAIN_STORE
    while (taken_ != 0) {
    }
    taken_ = 1; // BUG
#else
    while (__sync_lock_test_and_set(&taken_, 1) != 0)
      while (__atomic_load_n(&taken_, __ATOMIC_RELAXED) != 0)
        __builtin_ia32_pause();
#endif
  }
  void unlock() { __sync_lock_release(&taken_); }

private:
  volatile int taken_ = 0;
};

class Budget {
public:
  bool spend(int amount) {
    lock_.lock();
    bool enough = left_ >= amount;
    if (enough)
      left_ = left_ - amount;
    lock_.unlock();
    return enough;
  }

  int left() {
    lock_.lock();
    int result = left_;
    lock_.unlock();
    return result;
  }

private:
  BuiltinLock lock_;
  int left_ = 10;
};
