// SPDX-License-Identifier: Apache-2.0
// A table whose keys may be tables, after java.util.Hashtable of JDK 1.4.
//
// Fault: hashCode() holds its own lock while it asks the keys for their hash codes. A key that is a table acquires
// another lock.
// Fails: a.put(&b, 1) and b.put(&a, 1), then a.hashCode() | b.hashCode(): deadlock. A single thread never blocks: the
// lock is recursive, and a table that contains itself, directly or through others, counts as 0 there.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace util {

// A possible key. Keys are compared by identity.
class Key {
public:
  virtual ~Key() = default;
  virtual std::size_t hashCode() const = 0;
};

class Hashtable : public Key {
public:
  Hashtable() = default;
  explicit Hashtable(std::string name) : name_(std::move(name)) {}
  Hashtable(const Hashtable&) = delete;
  Hashtable& operator=(const Hashtable&) = delete;

  // Keys are not owned and must outlive the table. Returns the previous value.
  std::optional<int> put(const Key* key, int value) {
    if (key == nullptr)
      throw std::invalid_argument("Hashtable: no key");
    std::lock_guard lock(mutex_);
    for (Entry& entry : entries_)
      if (entry.key == key)
        return std::exchange(entry.value, value);
    entries_.push_back({key, value});
    return std::nullopt;
  }

  // Equal tables have equal codes.
  std::size_t hashCode() const override {
    std::lock_guard lock(mutex_);
    if (isHashing_)
      return 0;
    isHashing_ = true;
    std::size_t code = 0;
    for (const Entry& entry : entries_)
      code += entry.key->hashCode() ^ static_cast<std::size_t>(entry.value);
    isHashing_ = false;
    return code;
  }

  std::optional<int> get(const Key* key) const {
    std::lock_guard lock(mutex_);
    for (const Entry& entry : entries_)
      if (entry.key == key)
        return entry.value;
    return std::nullopt;
  }

  bool containsKey(const Key* key) const { return get(key).has_value(); }

  std::optional<int> remove(const Key* key) {
    std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < entries_.size(); ++i)
      if (entries_[i].key == key) {
        const int value = entries_[i].value;
        entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(i));
        return value;
      }
    return std::nullopt;
  }

  bool contains(int value) const {
    std::lock_guard lock(mutex_);
    for (const Entry& entry : entries_)
      if (entry.value == value)
        return true;
    return false;
  }

  // Changes the value of an existing key.
  bool replace(const Key* key, int value) {
    std::lock_guard lock(mutex_);
    for (Entry& entry : entries_)
      if (entry.key == key) {
        entry.value = value;
        return true;
      }
    return false;
  }

  bool putIfAbsent(const Key* key, int value) {
    if (key == nullptr)
      throw std::invalid_argument("Hashtable: no key");
    std::lock_guard lock(mutex_);
    for (const Entry& entry : entries_)
      if (entry.key == key)
        return false;
    entries_.push_back({key, value});
    return true;
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return entries_.size();
  }

  bool isEmpty() const {
    std::lock_guard lock(mutex_);
    return entries_.empty();
  }

  void clear() {
    std::lock_guard lock(mutex_);
    entries_.clear();
  }

  std::vector<int> elements() const {
    std::lock_guard lock(mutex_);
    std::vector<int> values;
    for (const Entry& entry : entries_)
      values.push_back(entry.value);
    return values;
  }

  long sum() const {
    std::lock_guard lock(mutex_);
    long total = 0;
    for (const Entry& entry : entries_)
      total += entry.value;
    return total;
  }

  int maximum() const {
    std::lock_guard lock(mutex_);
    int most = 0;
    for (const Entry& entry : entries_)
      most = entry.value > most ? entry.value : most;
    return most;
  }

  void setAll(int value) {
    std::lock_guard lock(mutex_);
    for (Entry& entry : entries_)
      entry.value = value;
  }

  std::size_t capacity() const {
    std::lock_guard lock(mutex_);
    return entries_.capacity();
  }

  void trimToSize() {
    std::lock_guard lock(mutex_);
    entries_.shrink_to_fit();
  }

  std::string name() const {
    std::lock_guard lock(mutex_);
    return name_;
  }

  void setName(std::string name) {
    std::lock_guard lock(mutex_);
    name_ = std::move(name);
  }

private:
  struct Entry {
    const Key* key;
    int value;
  };

  mutable std::recursive_mutex mutex_;
  std::string name_;
  std::vector<Entry> entries_;
  mutable bool isHashing_ = false; // hashCode() is on the stack of the thread that holds the lock
};

} // namespace util
