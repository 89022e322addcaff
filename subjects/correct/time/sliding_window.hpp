// SPDX-License-Identifier: Apache-2.0
// Counts events of the last second.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <mutex>

class SlidingWindow {
public:
  SlidingWindow() = default;
  SlidingWindow(const SlidingWindow&) = delete;
  SlidingWindow& operator=(const SlidingWindow&) = delete;

  std::size_t add() {
    std::lock_guard lock(mutex_);
    const auto now = Clock::now();
    events_.push_back(now);
    expire(now);
    return events_.size();
  }

  std::size_t count() {
    std::lock_guard lock(mutex_);
    expire(Clock::now());
    return events_.size();
  }

private:
  using Clock = std::chrono::steady_clock;
  void expire(Clock::time_point now) {
    while (!events_.empty() && now - events_.front() > std::chrono::seconds(1))
      events_.pop_front();
  }

  std::mutex mutex_;
  std::deque<Clock::time_point> events_;
};
