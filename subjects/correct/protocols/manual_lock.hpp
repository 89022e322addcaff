// SPDX-License-Identifier: Apache-2.0
// A counter with a lock for its callers: lock() and unlock() bracket several calls. The counter itself is atomic.
// WRONG: add() is a load and a store.
#pragma once

#include <atomic>
#include <mutex>

class ManualLock {
public:
  ManualLock() = default;
  ManualLock(const ManualLock&) = delete;
  ManualLock& operator=(const ManualLock&) = delete;

  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

  int add(int amount) {
#ifdef WRONG
    const int value = value_.load() + amount % 100;
    value_.store(value);
    return value;
#else
    return value_.fetch_add(amount % 100) + amount % 100;
#endif
  }
  int value() const { return value_.load(); }

private:
  std::mutex mutex_;
  std::atomic<int> value_{0};
};
