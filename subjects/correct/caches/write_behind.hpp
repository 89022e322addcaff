// SPDX-License-Identifier: Apache-2.0
// A cache in front of a slow store. Dirty entries are written by flush(), which keeps them visible until they are stored.
// WRONG: flush() removes the dirty entries before it has stored them.
#pragma once

#include <map>
#include <mutex>
#include <optional>

class WriteBehind {
public:
  WriteBehind() = default;
  WriteBehind(const WriteBehind&) = delete;
  WriteBehind& operator=(const WriteBehind&) = delete;

  void put(int key, int value) {
    std::lock_guard lock(mutex_);
    dirty_[key] = value;
  }

  std::optional<int> get(int key) const {
    std::lock_guard lock(mutex_);
    if (const auto found = dirty_.find(key); found != dirty_.end())
      return found->second;
    if (const auto found = stored_.find(key); found != stored_.end())
      return found->second;
    return std::nullopt;
  }

  void flush() {
#ifdef WRONG
    std::map<int, int> batch;
    {
      std::lock_guard lock(mutex_);
      batch.swap(dirty_);
    }
    std::lock_guard lock(mutex_);
    for (const auto& [key, value] : batch)
      stored_[key] = value;
#else
    std::lock_guard lock(mutex_);
    for (const auto& [key, value] : dirty_)
      stored_[key] = value;
    dirty_.clear();
#endif
  }

private:
  mutable std::mutex mutex_;
  std::map<int, int> dirty_;
  std::map<int, int> stored_;
};
