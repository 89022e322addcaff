// SPDX-License-Identifier: Apache-2.0
// Reads wait at most 5 ms for a writer, and return nothing after that.
// WRONG: set() writes even if it did not get the lock.
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>

class TimedRegistry {
public:
  TimedRegistry() = default;
  TimedRegistry(const TimedRegistry&) = delete;
  TimedRegistry& operator=(const TimedRegistry&) = delete;

  bool set(int key, int value) {
    std::unique_lock lock(mutex_, std::chrono::milliseconds(5));
#ifndef WRONG
    if (!lock)
      return false;
#endif
    values_[key] = value;
    return true;
  }

  std::optional<int> get(int key) {
    std::shared_lock lock(mutex_, std::chrono::milliseconds(5));
    if (!lock)
      return std::nullopt;
    const auto found = values_.find(key);
    return found == values_.end() ? std::nullopt : std::optional(found->second);
  }

private:
  std::shared_timed_mutex mutex_;
  std::map<int, int> values_;
};
