// SPDX-License-Identifier: Apache-2.0
// Pairs of integers, sorted by key when needed, after DoubleIntIndex of HSQLDB 2.3.3.
//
// Fault: lookup(key) finds the place of the key in one lock scope and takes the value from there in another.
// Fails: lookup(key) | clear(), removeRow, pop or setSize(0), with a pair added before: std::out_of_range.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace hsqldb {

class DoubleIntIndex {
public:
  explicit DoubleIntIndex(int capacity) {
    if (capacity < 0 || capacity > kMaxCapacity)
      throw std::length_error("DoubleIntIndex: no such capacity");
    pairs_.reserve(static_cast<std::size_t>(capacity));
  }
  DoubleIntIndex(const DoubleIntIndex&) = delete;
  DoubleIntIndex& operator=(const DoubleIntIndex&) = delete;

  // The value of a key.
  int lookup(int key) const {
    const int place = findFirstEqualKeyIndex(key);
    if (place < 0)
      throw std::invalid_argument("DoubleIntIndex: no such key");
    return getValue(place);
  }

  // The value of a key, or `otherwise`.
  int lookupOr(int key, int otherwise) const {
    std::lock_guard lock(mutex_);
    const int place = placeOf(key);
    return place < 0 ? otherwise : pairs_[index(place)].value;
  }

  int getKey(int place) const {
    std::lock_guard lock(mutex_);
    return at(place).key;
  }

  int getValue(int place) const {
    std::lock_guard lock(mutex_);
    return at(place).value;
  }

  void setKey(int place, int key) {
    std::lock_guard lock(mutex_);
    at(place).key = key;
    sorted_ = false;
  }

  void setValue(int place, int value) {
    std::lock_guard lock(mutex_);
    at(place).value = value;
  }

  int size() const {
    std::lock_guard lock(mutex_);
    return static_cast<int>(pairs_.size());
  }

  bool isEmpty() const {
    std::lock_guard lock(mutex_);
    return pairs_.empty();
  }

  int capacity() const {
    std::lock_guard lock(mutex_);
    return static_cast<int>(pairs_.capacity());
  }

  void addUnsorted(int key, int value) {
    std::lock_guard lock(mutex_);
    pairs_.push_back({key, value});
    sorted_ = pairs_.size() == 1;
  }

  // Appends a pair, unless its key is less than an existing one.
  bool addSorted(int key, int value) {
    std::lock_guard lock(mutex_);
    if (!sorted_ || (!pairs_.empty() && pairs_.back().key > key))
      return false;
    pairs_.push_back({key, value});
    return true;
  }

  // Adds a pair if there is none with this key.
  bool addUnique(int key, int value) {
    std::lock_guard lock(mutex_);
    if (placeOf(key) >= 0)
      return false;
    addUnsorted(key, value);
    return true;
  }

  // Adds a pair, or changes the value of the key.
  void addOrSet(int key, int value) {
    std::lock_guard lock(mutex_);
    const int place = placeOf(key);
    if (place >= 0)
      pairs_[index(place)].value = value;
    else
      addUnsorted(key, value);
  }

  // Adds to the value of a key; 0 when it is not there yet.
  int addCount(int key, int count) {
    std::lock_guard lock(mutex_);
    const int place = placeOf(key);
    if (place < 0) {
      addUnsorted(key, count);
      return count;
    }
    unsigned sum = static_cast<unsigned>(pairs_[index(place)].value) + static_cast<unsigned>(count);
    return pairs_[index(place)].value = static_cast<int>(sum);
  }

  // The first place of a key, or of a value; -1: there is none.
  int findFirstEqualKeyIndex(int key) const {
    std::lock_guard lock(mutex_);
    return placeOf(key);
  }

  int findFirstEqualValueIndex(int value) const {
    std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < pairs_.size(); ++i)
      if (pairs_[i].value == value)
        return static_cast<int>(i);
    return -1;
  }

  int findFirstGreaterEqualKeyIndex(int key) const {
    std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < pairs_.size(); ++i)
      if (pairs_[i].key >= key)
        return static_cast<int>(i);
    return -1;
  }

  int countLessKeys(int key) const {
    std::lock_guard lock(mutex_);
    return static_cast<int>(std::count_if(
        pairs_.begin(), pairs_.end(), [key](const Pair& pair) { return pair.key < key; }));
  }

  bool containsKey(int key) const {
    std::lock_guard lock(mutex_);
    return placeOf(key) >= 0;
  }

  bool containsValue(int value) const { return findFirstEqualValueIndex(value) >= 0; }

  int totalValues() const {
    std::lock_guard lock(mutex_);
    unsigned total = 0;
    for (const Pair& pair : pairs_)
      total += static_cast<unsigned>(pair.value);
    return static_cast<int>(total);
  }

  void clear() {
    std::lock_guard lock(mutex_);
    pairs_.clear();
    sorted_ = true;
  }

  void removeRow(int place) {
    std::lock_guard lock(mutex_);
    at(place);
    pairs_.erase(pairs_.begin() + place);
  }

  bool removeKey(int key) {
    std::lock_guard lock(mutex_);
    const int place = placeOf(key);
    if (place < 0)
      return false;
    pairs_.erase(pairs_.begin() + place);
    return true;
  }

  void removeRange(int from, int to) {
    std::lock_guard lock(mutex_);
    if (from < 0 || to < from || index(to) > pairs_.size())
      throw std::out_of_range("DoubleIntIndex: no such range");
    pairs_.erase(pairs_.begin() + from, pairs_.begin() + to);
  }

  // Removes the last pair; returns its value.
  int pop() {
    std::lock_guard lock(mutex_);
    const int value = at(static_cast<int>(pairs_.size()) - 1).value;
    pairs_.pop_back();
    return value;
  }

  int peek() const {
    std::lock_guard lock(mutex_);
    return at(static_cast<int>(pairs_.size()) - 1).value;
  }

  void setSize(int size) {
    std::lock_guard lock(mutex_);
    if (size < 0 || size > kMaxCapacity)
      throw std::length_error("DoubleIntIndex: no such size");
    pairs_.resize(static_cast<std::size_t>(size));
    sorted_ = false;
  }

  void swap(int first, int second) {
    std::lock_guard lock(mutex_);
    std::swap(at(first), at(second));
    sorted_ = false;
  }

  bool isSorted() const {
    std::lock_guard lock(mutex_);
    return sorted_;
  }

  void sortOnKeys() {
    std::lock_guard lock(mutex_);
    std::stable_sort(
        pairs_.begin(), pairs_.end(), [](const Pair& a, const Pair& b) { return a.key < b.key; });
    sorted_ = true;
  }

  void sortOnValues() {
    std::lock_guard lock(mutex_);
    std::stable_sort(pairs_.begin(), pairs_.end(), [](const Pair& a, const Pair& b) {
      return a.value < b.value;
    });
    sorted_ = false;
  }

  std::vector<int> keys() const {
    std::lock_guard lock(mutex_);
    std::vector<int> keys;
    for (const Pair& pair : pairs_)
      keys.push_back(pair.key);
    return keys;
  }

  std::vector<int> values() const {
    std::lock_guard lock(mutex_);
    std::vector<int> values;
    for (const Pair& pair : pairs_)
      values.push_back(pair.value);
    return values;
  }

private:
  struct Pair {
    int key = 0;
    int value = 0;
  };

  static constexpr int kMaxCapacity = 64;

  static std::size_t index(int place) { return static_cast<std::size_t>(place); }

  const Pair& at(int place) const {
    if (place < 0 || index(place) >= pairs_.size())
      throw std::out_of_range("DoubleIntIndex: no row " + std::to_string(place));
    return pairs_[index(place)];
  }
  Pair& at(int place) { return const_cast<Pair&>(std::as_const(*this).at(place)); }

  int placeOf(int key) const {
    for (std::size_t i = 0; i < pairs_.size(); ++i)
      if (pairs_[i].key == key)
        return static_cast<int>(i);
    return -1;
  }

  mutable std::recursive_mutex mutex_;
  std::vector<Pair> pairs_;
  bool sorted_ = true; // by key
};

} // namespace hsqldb
