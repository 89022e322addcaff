// SPDX-License-Identifier: Apache-2.0
// Threads wait until a counter has reached zero. Shape: lost wake-up, notify_one where notify_all is needed.
//
// Fault: the last countDown() wakes one waiter, however many there are.
// Fails: await() | await() | countDown() from a count of one: a waiter sleeps forever.
#pragma once

#include <condition_variable>
#include <mutex>

class Countdown {
public:
  explicit Countdown(unsigned count) : count_(count) {}
  Countdown(const Countdown&) = delete;
  Countdown& operator=(const Countdown&) = delete;

  void countDown() {
    std::lock_guard lock(mutex_);
    if (count_ == 0)
      return;
    --count_;
    if (count_ == 0)
      zero_.notify_one();
  }

  // Waits until the count is zero.
  void await() {
    std::unique_lock lock(mutex_);
    zero_.wait(lock, [this] { return count_ == 0; });
  }

  unsigned count() const {
    std::lock_guard lock(mutex_);
    return count_;
  }

  bool finished() const { return count() == 0; }

private:
  mutable std::mutex mutex_;
  std::condition_variable zero_;
  unsigned count_;
};
