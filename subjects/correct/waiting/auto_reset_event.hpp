// SPDX-License-Identifier: Apache-2.0
// An event that lets one waiter through for each set().
// WRONG: the waiter tests the flag before it takes the lock.
#pragma once

#include <condition_variable>
#include <mutex>

class AutoResetEvent {
public:
  AutoResetEvent() = default;
  AutoResetEvent(const AutoResetEvent&) = delete;
  AutoResetEvent& operator=(const AutoResetEvent&) = delete;

  void set() {
    std::lock_guard lock(mutex_);
    signalled_ = true;
    condition_.notify_one();
  }

  void reset() {
    std::lock_guard lock(mutex_);
    signalled_ = false;
  }

  void wait() {
#ifdef WRONG
    if (!poll()) {
      std::unique_lock lock(mutex_);
      condition_.wait(lock);
      signalled_ = false;
    }
#else
    std::unique_lock lock(mutex_);
    condition_.wait(lock, [this] { return signalled_; });
    signalled_ = false;
#endif
  }

  bool poll() {
    std::lock_guard lock(mutex_);
    const bool was = signalled_;
    signalled_ = false;
    return was;
  }

private:
  std::mutex mutex_;
  std::condition_variable condition_;
  bool signalled_ = false;
};
