// SPDX-License-Identifier: Apache-2.0
// A table that can be copied, moved and swapped by its owner, like a container; its other methods are thread-safe. The lock is not copied.
// WRONG: erase() does not take the lock.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>

class SwappableTable {
public:
  SwappableTable() = default;
  SwappableTable(const SwappableTable& other) : entries_(other.entries_) {}
  SwappableTable(SwappableTable&& other) noexcept : entries_(std::move(other.entries_)) {}
  SwappableTable& operator=(SwappableTable other) noexcept {
    entries_.swap(other.entries_);
    return *this;
  }
  friend void swap(SwappableTable& left, SwappableTable& right) noexcept {
    left.entries_.swap(right.entries_);
  }

  void put(int key, std::string value) {
    std::lock_guard lock(mutex_);
    entries_[key] = std::move(value);
  }

  std::string get(int key) const {
    std::lock_guard lock(mutex_);
    const auto found = entries_.find(key);
    return found == entries_.end() ? std::string() : found->second;
  }

  bool erase(int key) {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    return entries_.erase(key) == 1;
  }

private:
  mutable std::mutex mutex_;
  std::map<int, std::string> entries_;
};
