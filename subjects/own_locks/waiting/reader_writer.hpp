// SPDX-License-Identifier: Apache-2.0
// A small table behind a spinning reader-writer lock: the number of readers, or -1 while a thread writes.
// IGNORES_READERS: a writer waits for other writers only.
// FORGETS_RELEASE: `clear` returns with the lock held when another thread has cleared the table in between.
#pragma once

#include <atomic>

class ReaderWriterLock {
public:
  void lock() {
    for (;;) {
      int expected = 0;
#ifdef IGNORES_READERS
      expected = users_.load();
      if (expected >= 0 && users_.compare_exchange_weak(expected, -1)) // BUG
        return;
#else
      if (users_.compare_exchange_weak(expected, -1, std::memory_order_acquire))
        return;
#endif
    }
  }
  void unlock() { users_.store(0, std::memory_order_release); }

  void lockShared() {
    for (;;) {
      int users = users_.load(std::memory_order_relaxed);
      if (users >= 0 && users_.compare_exchange_weak(users, users + 1, std::memory_order_acquire))
        return;
    }
  }
  void unlockShared() { users_.fetch_sub(1, std::memory_order_release); }

private:
  std::atomic<int> users_{0};
};

class Table {
public:
  void put(int value) {
    lock_.lock();
    values_[0] = value;
    values_[1] = -value;
    isFilled_ = true;
    lock_.unlock();
  }

  void clear() {
    if (!isFilled_)
      return;
    lock_.lock();
#ifdef FORGETS_RELEASE
    if (!isFilled_)
      return; // BUG
#endif
    values_[0] = values_[1] = 0;
    isFilled_ = false;
    lock_.unlock();
  }

  int balance() {
    lock_.lockShared();
    int result = values_[0] + values_[1];
    lock_.unlockShared();
    return result;
  }

  int first() {
    lock_.lockShared();
    int result = values_[0];
    lock_.unlockShared();
    return result;
  }

private:
  ReaderWriterLock lock_;
  int values_[2] = {};
  std::atomic<bool> isFilled_{false};
};
