// SPDX-License-Identifier: Apache-2.0
// Adds up the time between start() and stop().
#pragma once

#include <chrono>
#include <mutex>
#include <optional>

class Stopwatch {
public:
  Stopwatch() = default;
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  bool start() {
    std::lock_guard lock(mutex_);
    if (started_)
      return false;
    started_ = Clock::now();
    return true;
  }

  bool stop() {
    std::lock_guard lock(mutex_);
    if (!started_)
      return false;
    total_ += Clock::now() - *started_;
    started_.reset();
    ++laps_;
    return true;
  }

  std::chrono::nanoseconds total() const {
    std::lock_guard lock(mutex_);
    return total_;
  }

  unsigned laps() const {
    std::lock_guard lock(mutex_);
    return laps_;
  }

private:
  using Clock = std::chrono::steady_clock;
  mutable std::mutex mutex_;
  std::optional<Clock::time_point> started_;
  std::chrono::nanoseconds total_{0};
  unsigned laps_ = 0;
};
