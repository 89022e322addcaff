// SPDX-License-Identifier: Apache-2.0
// Which members have been seen within the last five seconds.
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <set>
#include <string>

class Heartbeat {
public:
  Heartbeat() = default;
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;

  void beat(const std::string& member) {
    const auto now = Clock::now();
    std::lock_guard lock(mutex_);
    auto& seen = seen_[member];
    seen = std::max(seen, now); // a thread that was overtaken must not set it back
  }

  std::set<std::string> alive() const {
    std::lock_guard lock(mutex_);
    const auto now = Clock::now();
    std::set<std::string> result;
    for (const auto& [member, seen] : seen_)
      if (now - seen < std::chrono::seconds(5))
        result.insert(member);
    return result;
  }

private:
  using Clock = std::chrono::steady_clock;
  mutable std::mutex mutex_;
  std::map<std::string, Clock::time_point> seen_;
};
