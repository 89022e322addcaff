// SPDX-License-Identifier: Apache-2.0
// A map from a key to all its values: the fixed twin of as_map.hpp.
//
// The cached view has a mutex of its own, held from the test to the return.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace collect {

class AsMap {
public:
  // The entries of a map, seen live: what is added later shows.
  class EntrySet {
  public:
    explicit EntrySet(const AsMap& map) : map_(map) {}

    std::size_t size() const { return map_.size(); }
    bool contains(int key, int value) const { return map_.containsEntry(key, value); }
    std::map<int, std::vector<int>> copy() const { return map_.copy(); }

  private:
    const AsMap& map_;
  };

  AsMap() = default;
  AsMap(const AsMap&) = delete;
  AsMap& operator=(const AsMap&) = delete;

  // Returns how many values the key has now.
  std::size_t put(int key, int value) {
    std::lock_guard lock(mutex_);
    std::vector<int>& values = values_[key];
    values.push_back(value);
    return values.size();
  }

  // Returns how many values were removed.
  std::size_t remove(int key) {
    std::lock_guard lock(mutex_);
    auto found = values_.find(key);
    if (found == values_.end())
      return 0;
    std::size_t removed = found->second.size();
    values_.erase(found);
    return removed;
  }

  void clear() {
    std::lock_guard lock(mutex_);
    values_.clear();
  }

  std::vector<int> get(int key) const {
    std::lock_guard lock(mutex_);
    auto found = values_.find(key);
    return found == values_.end() ? std::vector<int>{} : found->second;
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return values_.size();
  }

  bool isEmpty() const { return size() == 0; }

  bool containsKey(int key) const {
    std::lock_guard lock(mutex_);
    return values_.count(key) != 0;
  }

  bool containsEntry(int key, int value) const {
    std::lock_guard lock(mutex_);
    auto found = values_.find(key);
    if (found == values_.end())
      return false;
    for (int present : found->second)
      if (present == value)
        return true;
    return false;
  }

  // The same view for all callers; it lives as long as the map.
  const EntrySet* entrySet() const {
    std::lock_guard lock(entrySetMutex_);
    if (entrySet_ == nullptr)
      entrySet_ = std::make_unique<EntrySet>(*this);
    return entrySet_.get();
  }

  std::size_t hashCode() const {
    std::size_t hash = 0;
    for (const auto& [key, values] : entrySet()->copy())
      hash += static_cast<std::size_t>(key) ^ values.size();
    return hash;
  }

  std::string toString() const {
    std::string text = "{";
    for (const auto& [key, values] : entrySet()->copy())
      text += std::to_string(key) + ":" + std::to_string(values.size()) + " ";
    return text + "}";
  }

private:
  std::map<int, std::vector<int>> copy() const {
    std::lock_guard lock(mutex_);
    return values_;
  }

  mutable std::mutex mutex_;
  std::map<int, std::vector<int>> values_;
  mutable std::mutex entrySetMutex_;
  mutable std::unique_ptr<EntrySet> entrySet_; // made when it is first asked for
};

} // namespace collect
