// SPDX-License-Identifier: Apache-2.0
// A cache that counts what it evicts: the fixed twin of audited_cache.hpp.
//
// The audit is guarded by the lock of the cache, which is recursive and open to derived classes.
#pragma once

#include <cstddef>
#include <deque>
#include <mutex>
#include <string>
#include <utility>

// Keeps the youngest entries.
class Cache {
public:
  explicit Cache(std::size_t capacity) : capacity_(capacity == 0 ? 1 : capacity) {}
  virtual ~Cache() = default;
  Cache(const Cache&) = delete;
  Cache& operator=(const Cache&) = delete;

  void put(int key, int value) {
    std::lock_guard lock(mutex_);
    for (auto& [present, old] : entries_) {
      if (present == key) {
        old = value;
        return;
      }
    }
    entries_.emplace_back(key, value);
    if (entries_.size() > capacity_) {
      int oldest = entries_.front().first;
      entries_.pop_front();
      evicted(oldest);
    }
  }

  // `otherwise` when there is no such entry.
  int get(int key, int otherwise) const {
    std::lock_guard lock(mutex_);
    for (const auto& [present, value] : entries_)
      if (present == key)
        return value;
    return otherwise;
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return entries_.size();
  }

  std::size_t capacity() const { return capacity_; }

protected:
  virtual void evicted(int key) = 0; // called with the lock held

  mutable std::recursive_mutex mutex_;

private:
  const std::size_t capacity_;
  std::deque<std::pair<int, int>> entries_;
};

class AuditedCache : public Cache {
public:
  explicit AuditedCache(std::size_t capacity = 1) : Cache(capacity) {}

  std::size_t evictions() const {
    std::lock_guard lock(mutex_);
    return evictions_;
  }

  int lastEvicted() const {
    std::lock_guard lock(mutex_);
    return last_;
  }

  std::string report() const {
    std::lock_guard lock(mutex_);
    return std::to_string(evictions_) + " evicted, " + std::to_string(size()) + " left";
  }

protected:
  void evicted(int key) override {
    std::lock_guard lock(mutex_);
    ++evictions_;
    last_ = key;
  }

private:
  std::size_t evictions_ = 0;
  int last_ = 0;
};
