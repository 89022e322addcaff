// SPDX-License-Identifier: Apache-2.0
// acquire() takes one of two slots and waits if none is free; release() returns it. A thread releases what it has acquired.
// WRONG: acquisitions() reads without the lock.
#pragma once

#include <condition_variable>
#include <mutex>

class SlotLease {
public:
  SlotLease() = default;
  SlotLease(const SlotLease&) = delete;
  SlotLease& operator=(const SlotLease&) = delete;

  void acquire() {
    std::unique_lock lock(mutex_);
    released_.wait(lock, [this] { return free_ > 0; });
    --free_;
    ++acquisitions_;
  }

  // Only after acquire(), by the same thread.
  void release() {
    std::lock_guard lock(mutex_);
    ++free_;
    released_.notify_one();
  }

  unsigned acquisitions() const {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    return acquisitions_;
  }

private:
  mutable std::mutex mutex_;
  std::condition_variable released_;
  int free_ = 2;
  unsigned acquisitions_ = 0;
};
