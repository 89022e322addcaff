// SPDX-License-Identifier: Apache-2.0
// The interface of std::atomic: store() changes the value, waitWhile() sleeps until it is told to look again by wakeAll().
// WRONG: wakeAll() skips a thread that has looked but does not sleep yet.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

class NotifySeparately {
public:
  NotifySeparately() = default;
  NotifySeparately(const NotifySeparately&) = delete;
  NotifySeparately& operator=(const NotifySeparately&) = delete;

  void store(bool value) { value_.store(value); }
  bool load() const { return value_.load(); }

  void waitWhile(bool old) {
    std::unique_lock lock(mutex_);
    while (value_.load() == old)
      changed_.wait(lock);
  }

  void wakeAll() {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    changed_.notify_all();
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> value_{false};
};
