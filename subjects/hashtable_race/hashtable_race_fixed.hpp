// SPDX-License-Identifier: Apache-2.0
// A table of chains: the fixed twin of hashtable_race.hpp.
//
// keys() and elements() take the lock.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace util {

class Hashtable {
public:
  Hashtable() = default;
  Hashtable(const Hashtable&) = delete;
  Hashtable& operator=(const Hashtable&) = delete;

  // Returns the previous value.
  std::optional<int> put(int key, int value) {
    std::lock_guard lock(mutex_);
    if (Entry* entry = find(key))
      return std::exchange(entry->value, value);
    if (count_ >= buckets_.size())
      rehash();
    add(std::make_unique<Entry>(Entry{key, value, nullptr}));
    ++count_;
    return std::nullopt;
  }

  std::vector<int> keys() const {
    std::lock_guard lock(mutex_);
    std::vector<int> keys;
    for (const std::unique_ptr<Entry>& bucket : buckets_)
      for (const Entry* entry = bucket.get(); entry != nullptr; entry = entry->next.get())
        keys.push_back(entry->key);
    return keys;
  }

  std::vector<int> elements() const {
    std::lock_guard lock(mutex_);
    std::vector<int> values;
    for (const std::unique_ptr<Entry>& bucket : buckets_)
      for (const Entry* entry = bucket.get(); entry != nullptr; entry = entry->next.get())
        values.push_back(entry->value);
    return values;
  }

  std::optional<int> get(int key) const {
    std::lock_guard lock(mutex_);
    const Entry* entry = find(key);
    return entry == nullptr ? std::nullopt : std::optional(entry->value);
  }

  int getOrDefault(int key, int value) const {
    std::lock_guard lock(mutex_);
    return get(key).value_or(value);
  }

  bool containsKey(int key) const {
    std::lock_guard lock(mutex_);
    return find(key) != nullptr;
  }

  bool contains(int value) const {
    std::lock_guard lock(mutex_);
    for (int element : elements())
      if (element == value)
        return true;
    return false;
  }

  // Adds a key that is not there.
  bool putIfAbsent(int key, int value) {
    std::lock_guard lock(mutex_);
    if (find(key) != nullptr)
      return false;
    put(key, value);
    return true;
  }

  // Changes the value of a key that is there.
  bool replace(int key, int value) {
    std::lock_guard lock(mutex_);
    Entry* entry = find(key);
    if (entry != nullptr)
      entry->value = value;
    return entry != nullptr;
  }

  // Returns the value that was removed.
  std::optional<int> remove(int key) {
    std::lock_guard lock(mutex_);
    std::unique_ptr<Entry>* link = &buckets_[indexOf(key)];
    while (*link != nullptr && (*link)->key != key)
      link = &(*link)->next;
    if (*link == nullptr)
      return std::nullopt;
    const std::unique_ptr<Entry> removed = std::move(*link);
    *link = std::move(removed->next);
    --count_;
    return removed->value;
  }

  void clear() {
    std::lock_guard lock(mutex_);
    for (std::unique_ptr<Entry>& bucket : buckets_)
      bucket.reset();
    count_ = 0;
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return count_;
  }

  bool isEmpty() const {
    std::lock_guard lock(mutex_);
    return count_ == 0;
  }

  std::size_t capacity() const {
    std::lock_guard lock(mutex_);
    return buckets_.size();
  }

  long sum() const {
    std::lock_guard lock(mutex_);
    long total = 0;
    for (int element : elements())
      total += element;
    return total;
  }

  std::string toString() const {
    std::lock_guard lock(mutex_);
    std::string text = "{";
    for (int key : keys())
      text +=
          (text.size() == 1 ? "" : ", ") + std::to_string(key) + "=" + std::to_string(*get(key));
    return text + "}";
  }

private:
  struct Entry {
    int key;
    int value;
    std::unique_ptr<Entry> next;
  };

  std::size_t indexOf(int key) const { return static_cast<unsigned>(key) % buckets_.size(); }

  Entry* find(int key) const {
    Entry* entry = buckets_[indexOf(key)].get();
    while (entry != nullptr && entry->key != key)
      entry = entry->next.get();
    return entry;
  }

  void add(std::unique_ptr<Entry> entry) {
    std::unique_ptr<Entry>& bucket = buckets_[indexOf(entry->key)];
    entry->next = std::move(bucket);
    bucket = std::move(entry);
  }

  void rehash() {
    auto smaller = std::exchange(buckets_, Buckets(buckets_.size() * 2 + 1));
    for (std::unique_ptr<Entry>& bucket : smaller)
      while (bucket != nullptr) {
        std::unique_ptr<Entry> rest = std::move(bucket->next);
        add(std::move(bucket));
        bucket = std::move(rest);
      }
  }

  using Buckets = std::vector<std::unique_ptr<Entry>>;

  mutable std::recursive_mutex mutex_;
  Buckets buckets_ = Buckets(2);
  std::size_t count_ = 0;
};

} // namespace util
