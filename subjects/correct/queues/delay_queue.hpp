// SPDX-License-Identifier: Apache-2.0
// Items that become available after a delay. poll() returns what is due.
#pragma once

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>

class DelayQueue {
public:
  DelayQueue() = default;
  DelayQueue(const DelayQueue&) = delete;
  DelayQueue& operator=(const DelayQueue&) = delete;

  void schedule(std::string item, std::chrono::milliseconds delay) {
    delay = std::clamp(delay, std::chrono::milliseconds(0), std::chrono::milliseconds(60'000));
    std::lock_guard lock(mutex_);
    items_.emplace(Clock::now() + delay, std::move(item));
  }

  std::optional<std::string> poll() {
    std::lock_guard lock(mutex_);
    if (items_.empty() || items_.begin()->first > Clock::now())
      return std::nullopt;
    std::string item = std::move(items_.begin()->second);
    items_.erase(items_.begin());
    return item;
  }

  bool empty() const {
    std::lock_guard lock(mutex_);
    return items_.empty();
  }

private:
  using Clock = std::chrono::steady_clock;
  mutable std::mutex mutex_;
  std::multimap<Clock::time_point, std::string> items_;
};
