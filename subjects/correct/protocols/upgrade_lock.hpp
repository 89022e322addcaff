// SPDX-License-Identifier: Apache-2.0
// Readers, and one of them that may upgrade. acquire and release come in pairs on the same thread.
// WRONG: upgrade() does not wait for the other readers.
#pragma once

#include <condition_variable>
#include <mutex>

class UpgradeLock {
public:
  UpgradeLock() = default;
  UpgradeLock(const UpgradeLock&) = delete;
  UpgradeLock& operator=(const UpgradeLock&) = delete;

  // Replaces the value if it is still `expected`; readers keep reading until the replacement.
  bool replaceIf(int expected, int value) {
    acquireUpgradable();
    const bool replaced = value_ == expected;
    if (replaced) {
      upgrade();
      value_ = value;
    }
    releaseUpgradable();
    return replaced;
  }

  int read() {
    acquireShared();
    const int value = value_;
    releaseShared();
    return value;
  }

private:
  void acquireShared() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !exclusive_; });
    ++readers_;
  }
  void releaseShared() {
    std::lock_guard lock(mutex_);
    --readers_;
    changed_.notify_all();
  }
  void acquireUpgradable() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !upgradable_; });
    upgradable_ = true;
  }
  void upgrade() {
    std::unique_lock lock(mutex_);
    exclusive_ = true;
#ifndef WRONG
    changed_.wait(lock, [this] { return readers_ == 0; });
#endif
  }
  void releaseUpgradable() {
    std::lock_guard lock(mutex_);
    upgradable_ = false;
    exclusive_ = false;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  int readers_ = 0;
  bool upgradable_ = false;
  bool exclusive_ = false;
  int value_ = 0;
};
