// SPDX-License-Identifier: Apache-2.0
// The three entries that were used last. get() changes the order, so it needs the exclusive lock like put().
// WRONG: get() takes the lock shared although it moves the entry to the front.
#pragma once

#include <cstddef>
#include <list>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <utility>

class LruCache {
public:
  LruCache() = default;
  LruCache(const LruCache&) = delete;
  LruCache& operator=(const LruCache&) = delete;

  std::optional<std::string> get(int key) {
#ifdef WRONG
    std::shared_lock lock(mutex_);
#else
    std::unique_lock lock(mutex_);
#endif
    const auto found = index_.find(key);
    if (found == index_.end())
      return std::nullopt;
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->second;
  }

  void put(int key, std::string value) {
    std::unique_lock lock(mutex_);
    if (const auto found = index_.find(key); found != index_.end()) {
      found->second->second = std::move(value);
      entries_.splice(entries_.begin(), entries_, found->second);
      return;
    }
    entries_.emplace_front(key, std::move(value));
    index_[key] = entries_.begin();
    if (entries_.size() > 3) {
      index_.erase(entries_.back().first);
      entries_.pop_back();
    }
  }

  std::size_t size() const {
    std::shared_lock lock(mutex_);
    return entries_.size();
  }

private:
  mutable std::shared_mutex mutex_;
  std::list<std::pair<int, std::string>> entries_;
  std::unordered_map<int, std::list<std::pair<int, std::string>>::iterator> index_;
};
