// SPDX-License-Identifier: Apache-2.0
// Evicts the entry that was used least often; among equal ones the smaller key.
#pragma once

#include <map>
#include <mutex>
#include <optional>

class LfuCache {
public:
  LfuCache() = default;
  LfuCache(const LfuCache&) = delete;
  LfuCache& operator=(const LfuCache&) = delete;

  std::optional<int> get(int key) {
    std::lock_guard lock(mutex_);
    const auto found = entries_.find(key);
    if (found == entries_.end())
      return std::nullopt;
    ++found->second.uses;
    return found->second.value;
  }

  void put(int key, int value) {
    std::lock_guard lock(mutex_);
    if (!entries_.contains(key) && entries_.size() == 2)
      evict();
    Entry& entry = entries_[key];
    entry.value = value;
    ++entry.uses;
  }

private:
  struct Entry {
    int value = 0;
    unsigned uses = 0;
  };

  void evict() {
    auto least = entries_.begin();
    for (auto each = entries_.begin(); each != entries_.end(); ++each)
      if (each->second.uses < least->second.uses)
        least = each;
    entries_.erase(least);
  }

  std::mutex mutex_;
  std::map<int, Entry> entries_;
};
