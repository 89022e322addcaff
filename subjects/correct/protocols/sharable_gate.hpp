// SPDX-License-Identifier: Apache-2.0
// A lock for readers and writers with the names that Boost.Interprocess uses, and a counter of what was written under it.
// WRONG: record() does not take the mutex.
#pragma once

#include <mutex>
#include <shared_mutex>

class SharableGate {
public:
  void lock() { gate_.lock(); }
  void unlock() { gate_.unlock(); }
  void lock_sharable() { gate_.lock_shared(); }
  void unlock_sharable() { gate_.unlock_shared(); }
  bool try_unlock_sharable_and_lock() {
    gate_.unlock_shared();
    return gate_.try_lock();
  }

  int record(int amount) {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    total_ += amount;
    return total_;
  }

private:
  std::shared_mutex gate_;
  std::mutex mutex_;
  int total_ = 0;
};
