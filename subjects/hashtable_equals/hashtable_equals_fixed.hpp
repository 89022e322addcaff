// SPDX-License-Identifier: Apache-2.0
// A table of texts: the fixed twin of hashtable_equals.hpp.
//
// equals(other) acquires both locks together, in an order that cannot deadlock.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace util {

class Hashtable {
public:
  Hashtable() = default;
  explicit Hashtable(std::size_t capacity) { entries_.reserve(capacity < kMaxSize ? capacity : 0); }
  Hashtable(const Hashtable&) = delete;
  Hashtable& operator=(const Hashtable&) = delete;

  bool equals(const Hashtable& other) const {
    if (this == &other)
      return true;
    std::scoped_lock lock(mutex_, other.mutex_);
    return entries_ == other.entries_;
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return entries_.size();
  }

  bool isEmpty() const {
    std::lock_guard lock(mutex_);
    return entries_.empty();
  }

  std::optional<int> get(const std::string& key) const {
    std::lock_guard lock(mutex_);
    auto found = entries_.find(key);
    return found == entries_.end() ? std::nullopt : std::optional(found->second);
  }

  int getOrDefault(const std::string& key, int otherwise) const {
    return get(key).value_or(otherwise);
  }

  // Returns the previous value.
  std::optional<int> put(const std::string& key, int value) {
    std::lock_guard lock(mutex_);
    auto [place, isNew] = entries_.try_emplace(key, value);
    return isNew ? std::nullopt : std::optional(std::exchange(place->second, value));
  }

  bool putIfAbsent(const std::string& key, int value) {
    std::lock_guard lock(mutex_);
    return entries_.try_emplace(key, value).second;
  }

  bool replace(const std::string& key, int value) {
    std::lock_guard lock(mutex_);
    auto found = entries_.find(key);
    if (found == entries_.end())
      return false;
    found->second = value;
    return true;
  }

  std::optional<int> remove(const std::string& key) {
    std::lock_guard lock(mutex_);
    auto found = entries_.find(key);
    if (found == entries_.end())
      return std::nullopt;
    const int value = found->second;
    entries_.erase(found);
    return value;
  }

  void clear() {
    std::lock_guard lock(mutex_);
    entries_.clear();
  }

  bool containsKey(const std::string& key) const {
    std::lock_guard lock(mutex_);
    return entries_.contains(key);
  }

  bool contains(int value) const {
    std::lock_guard lock(mutex_);
    for (const auto& entry : entries_)
      if (entry.second == value)
        return true;
    return false;
  }

  std::vector<std::string> keys() const {
    std::lock_guard lock(mutex_);
    std::vector<std::string> keys;
    for (const auto& entry : entries_)
      keys.push_back(entry.first);
    return keys;
  }

  std::vector<int> elements() const {
    std::lock_guard lock(mutex_);
    std::vector<int> values;
    for (const auto& entry : entries_)
      values.push_back(entry.second);
    return values;
  }

  // Equal tables have equal codes.
  std::size_t hashCode() const {
    std::lock_guard lock(mutex_);
    std::size_t code = 0;
    for (const auto& [key, value] : entries_)
      code += std::hash<std::string>()(key) ^ static_cast<std::size_t>(value);
    return code;
  }

  long sum() const {
    std::lock_guard lock(mutex_);
    long total = 0;
    for (const auto& entry : entries_)
      total += entry.second;
    return total;
  }

  std::string toString() const {
    std::lock_guard lock(mutex_);
    std::string text = "{";
    for (const auto& [key, value] : entries_)
      text += (text.size() > 1 ? ", " : "") + key + "=" + std::to_string(value);
    return text + "}";
  }

  void rehash() {
    std::lock_guard lock(mutex_);
    entries_.rehash(2 * entries_.bucket_count());
  }

private:
  static constexpr std::size_t kMaxSize = 64;

  mutable std::mutex mutex_;
  std::unordered_map<std::string, int> entries_;
};

} // namespace util
