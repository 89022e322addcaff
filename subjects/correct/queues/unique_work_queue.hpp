// SPDX-License-Identifier: Apache-2.0
// A queue in which each key waits at most once.
#pragma once

#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_set>

class UniqueWorkQueue {
public:
  UniqueWorkQueue() = default;
  UniqueWorkQueue(const UniqueWorkQueue&) = delete;
  UniqueWorkQueue& operator=(const UniqueWorkQueue&) = delete;

  bool add(const std::string& key) {
    std::lock_guard lock(mutex_);
    if (!waiting_.insert(key).second)
      return false;
    order_.push_back(key);
    return true;
  }

  std::optional<std::string> next() {
    std::lock_guard lock(mutex_);
    if (order_.empty())
      return std::nullopt;
    std::string key = std::move(order_.front());
    order_.pop_front();
    waiting_.erase(key);
    return key;
  }

  bool isWaiting(const std::string& key) const {
    std::lock_guard lock(mutex_);
    return waiting_.contains(key);
  }

private:
  mutable std::mutex mutex_;
  std::deque<std::string> order_;
  std::unordered_set<std::string> waiting_;
};
