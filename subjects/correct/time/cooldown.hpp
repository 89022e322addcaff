// SPDX-License-Identifier: Apache-2.0
// One permit that comes back 10 ms after it was taken. Between two calls of one thread, time passes while another waits.
// WRONG: tryTake() looks and takes in two critical sections.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

class Cooldown {
public:
  Cooldown() = default;
  Cooldown(const Cooldown&) = delete;
  Cooldown& operator=(const Cooldown&) = delete;

  // Waits until the permit is there.
  void take() {
    std::unique_lock lock(mutex_);
    while (Clock::now() < next_)
      changed_.wait_until(lock, next_);
    next_ = Clock::now() + kPause;
  }

  bool tryTake() {
    std::unique_lock lock(mutex_);
    if (Clock::now() < next_)
      return false;
#ifdef WRONG
    lock.unlock();
    lock.lock();
#endif
    next_ = Clock::now() + kPause;
    return true;
  }

  bool isReady() const {
    std::lock_guard lock(mutex_);
    return Clock::now() >= next_;
  }

private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kPause{10};

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  Clock::time_point next_{};
};
