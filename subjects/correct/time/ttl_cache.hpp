// SPDX-License-Identifier: Apache-2.0
// Entries expire after a second.
// WRONG: get() erases an expired entry that another thread has renewed in between.
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

class TtlCache {
public:
  TtlCache() = default;
  TtlCache(const TtlCache&) = delete;
  TtlCache& operator=(const TtlCache&) = delete;

  void put(const std::string& key, int value) {
    std::lock_guard lock(mutex_);
    entries_[key] = {value, Clock::now() + std::chrono::seconds(1)};
  }

  // Adds unless there is an entry that is still valid; returns the value that is in the cache then.
  int getOrPut(const std::string& key, int value) {
#ifdef WRONG
    if (const auto found = get(key))
      return *found;
    put(key, value);
    return value;
#else
    std::lock_guard lock(mutex_);
    const auto now = Clock::now();
    auto& entry = entries_[key];
    if (entry.expires <= now)
      entry = {value, now + std::chrono::seconds(1)};
    return entry.value;
#endif
  }

  std::optional<int> get(const std::string& key) {
    std::lock_guard lock(mutex_);
    const auto found = entries_.find(key);
    if (found == entries_.end())
      return std::nullopt;
    if (found->second.expires <= Clock::now()) {
      entries_.erase(found);
      return std::nullopt;
    }
    return found->second.value;
  }

private:
  using Clock = std::chrono::steady_clock;
  struct Entry {
    int value = 0;
    Clock::time_point expires{};
  };
  std::mutex mutex_;
  std::map<std::string, Entry> entries_;
};
