// SPDX-License-Identifier: Apache-2.0
// A map that locks every call: the fixed twin of synchronized_map.hpp.
//
// Who takes the locks of several maps takes that of all maps first.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace util {

class SynchronizedMap {
public:
  using Value = const SynchronizedMap*;

  SynchronizedMap() = default;
  SynchronizedMap(const SynchronizedMap&) = delete;
  SynchronizedMap& operator=(const SynchronizedMap&) = delete;

  // Values are not owned and must outlive the map. False: a value was replaced.
  bool put(int key, Value value) {
    std::lock_guard lock(mutex_);
    return entries_.insert_or_assign(key, value).second;
  }

  std::size_t hashCode() const {
    std::lock_guard lock(allMaps_);
    return hashCode(0);
  }

  bool isMapped(int key) const {
    std::lock_guard lock(mutex_);
    auto found = entries_.find(key);
    return found != entries_.end() && found->second != nullptr;
  }

  bool containsKey(int key) const {
    std::lock_guard lock(mutex_);
    return entries_.contains(key);
  }

  bool containsValue(Value value) const {
    std::lock_guard lock(mutex_);
    for (const auto& entry : entries_)
      if (entry.second == value)
        return true;
    return false;
  }

  bool putIfAbsent(int key, Value value) {
    std::lock_guard lock(mutex_);
    return entries_.try_emplace(key, value).second;
  }

  bool remove(int key) {
    std::lock_guard lock(mutex_);
    return entries_.erase(key) > 0;
  }

  std::size_t removeValue(Value value) {
    std::lock_guard lock(mutex_);
    return std::erase_if(entries_, [value](const auto& entry) { return entry.second == value; });
  }

  void clear() {
    std::lock_guard lock(mutex_);
    entries_.clear();
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return entries_.size();
  }

  bool isEmpty() const {
    std::lock_guard lock(mutex_);
    return entries_.empty();
  }

  std::vector<int> keys() const {
    std::lock_guard lock(mutex_);
    std::vector<int> keys;
    for (const auto& entry : entries_)
      keys.push_back(entry.first);
    return keys;
  }

  int firstKey() const {
    std::lock_guard lock(mutex_);
    return entries_.empty() ? 0 : entries_.begin()->first;
  }

  int lastKey() const {
    std::lock_guard lock(mutex_);
    return entries_.empty() ? 0 : entries_.rbegin()->first;
  }

  std::string toString() const {
    std::lock_guard lock(mutex_);
    std::string text = "{";
    for (const auto& [key, value] : entries_)
      text +=
          (text.size() > 1 ? ", " : "") + std::to_string(key) + (value == nullptr ? "" : "=map");
    return text + "}";
  }

private:
  static constexpr unsigned kDeepest = 3;

  std::size_t hashCode(unsigned depth) const {
    if (depth == kDeepest)
      return 0;
    std::lock_guard lock(mutex_);
    std::size_t code = 0;
    for (const auto& [key, value] : entries_)
      code += static_cast<std::size_t>(key) ^ (value == nullptr ? 0 : value->hashCode(depth + 1));
    return code;
  }

  static inline std::mutex allMaps_;

  mutable std::recursive_mutex mutex_;
  std::map<int, Value> entries_;
};

} // namespace util
