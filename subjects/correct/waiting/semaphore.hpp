// SPDX-License-Identifier: Apache-2.0
// A counting semaphore of a mutex and a condition variable.
// WRONG: release() changes the count without the mutex.
#pragma once

#include <condition_variable>
#include <mutex>
#ifdef WRONG
#include <atomic>
#endif

class Semaphore {
public:
  explicit Semaphore(bool free) : count_(free ? 1 : 0) {}
  Semaphore(const Semaphore&) = delete;
  Semaphore& operator=(const Semaphore&) = delete;

  void acquire() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return count_ > 0; });
    --count_;
  }

  bool tryAcquire() {
    std::lock_guard lock(mutex_);
    if (count_ == 0)
      return false;
    --count_;
    return true;
  }

  void release() {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    ++count_;
    changed_.notify_one();
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
#ifdef WRONG
  std::atomic<int> count_;
#else
  int count_;
#endif
};
