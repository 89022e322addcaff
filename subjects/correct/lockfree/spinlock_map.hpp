// SPDX-License-Identifier: Apache-2.0
// A map under a spin lock that satisfies the requirements of a lockable type.
// WRONG: try_lock() succeeds although the lock is held.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <thread>

class SpinLock {
public:
  void lock() {
    while (!try_lock())
      std::this_thread::yield();
  }
  bool try_lock() {
#ifdef WRONG
    if (held_.load())
      return false;
    held_.store(true);
    return true;
#else
    return !held_.exchange(true, std::memory_order_acquire);
#endif
  }
  void unlock() { held_.store(false, std::memory_order_release); }

private:
  std::atomic<bool> held_{false};
};

class SpinlockMap {
public:
  SpinlockMap() = default;
  SpinlockMap(const SpinlockMap&) = delete;
  SpinlockMap& operator=(const SpinlockMap&) = delete;

  int increment(int key) {
    std::lock_guard lock(lock_);
    return ++counts_[key];
  }

  int count(int key) const {
    std::lock_guard lock(lock_);
    const auto found = counts_.find(key);
    return found == counts_.end() ? 0 : found->second;
  }

private:
  mutable SpinLock lock_;
  std::map<int, int> counts_;
};
