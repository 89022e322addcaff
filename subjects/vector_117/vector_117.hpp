// SPDX-License-Identifier: Apache-2.0
// A growable array whose methods lock it, after java.util.Vector of JDK 1.1.7 (bug 4334376).
//
// Fault: lastIndexOf(element) reads the count before it calls lastIndexOf(element, index), which locks. When the
// vector shrinks in between, the index is out of range.
// Fails: lastIndexOf(element) | removeAllElements(), with std::out_of_range.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace util {

class Vector {
public:
  static constexpr int kMaxCapacity = 64;

  explicit Vector(int initialCapacity = 10, int capacityIncrement = 0)
      : capacity_(checkedCapacity(initialCapacity)), increment_(capacityIncrement),
        elements_(std::make_unique<int[]>(static_cast<std::size_t>(capacity_))) {}
  Vector(const Vector&) = delete;
  Vector& operator=(const Vector&) = delete;

  int size() const {
    std::lock_guard lock(mutex_);
    return count_;
  }

  int capacity() const {
    std::lock_guard lock(mutex_);
    return capacity_;
  }

  bool isEmpty() const {
    std::lock_guard lock(mutex_);
    return count_ == 0;
  }

  int elementAt(int index) const {
    std::lock_guard lock(mutex_);
    checkIndex(index);
    return elements_[index];
  }

  int firstElement() const {
    std::lock_guard lock(mutex_);
    return elementAt(0);
  }

  int lastElement() const {
    std::lock_guard lock(mutex_);
    return elementAt(count_ - 1);
  }

  void setElementAt(int element, int index) {
    std::lock_guard lock(mutex_);
    checkIndex(index);
    elements_[index] = element;
  }

  void addElement(int element) {
    std::lock_guard lock(mutex_);
    growTo(count_ + 1);
    elements_[count_++] = element;
  }

  void insertElementAt(int element, int index) {
    std::lock_guard lock(mutex_);
    if (index < 0 || index > count_)
      throw std::out_of_range("Vector: " + std::to_string(index) + " > " + std::to_string(count_));
    growTo(count_ + 1);
    for (int i = count_; i > index; --i)
      elements_[i] = elements_[i - 1];
    elements_[index] = element;
    ++count_;
  }

  void removeElementAt(int index) {
    std::lock_guard lock(mutex_);
    checkIndex(index);
    for (int i = index + 1; i < count_; ++i)
      elements_[i - 1] = elements_[i];
    --count_;
  }

  bool removeElement(int element) {
    std::lock_guard lock(mutex_);
    int index = indexOf(element, 0);
    if (index < 0)
      return false;
    removeElementAt(index);
    return true;
  }

  void removeAllElements() {
    std::lock_guard lock(mutex_);
    count_ = 0;
  }

  void setSize(int size) {
    std::lock_guard lock(mutex_);
    growTo(checkedCapacity(size));
    for (int i = count_; i < size; ++i)
      elements_[i] = 0;
    count_ = size;
  }

  void ensureCapacity(int capacity) {
    std::lock_guard lock(mutex_);
    growTo(capacity);
  }

  void trimToSize() {
    std::lock_guard lock(mutex_);
    if (count_ < capacity_)
      reallocate(count_);
  }

  bool contains(int element) const { return indexOf(element, 0) >= 0; }

  int indexOf(int element) const { return indexOf(element, 0); }

  // The first index of the element that is `index` or greater; -1 if there is none.
  int indexOf(int element, int index) const {
    std::lock_guard lock(mutex_);
    if (index < 0)
      throw std::out_of_range("Vector: " + std::to_string(index));
    for (int i = index; i < count_; ++i)
      if (elements_[i] == element)
        return i;
    return -1;
  }

  int lastIndexOf(int element) const { return lastIndexOf(element, count_ - 1); }

  // The last index of the element that is `index` or less; -1 if there is none.
  int lastIndexOf(int element, int index) const {
    std::lock_guard lock(mutex_);
    if (index >= count_)
      throw std::out_of_range("Vector: " + std::to_string(index) + " >= " + std::to_string(count_));
    for (int i = index; i >= 0; --i)
      if (elements_[i] == element)
        return i;
    return -1;
  }

  std::vector<int> copyOut() const {
    std::lock_guard lock(mutex_);
    return std::vector<int>(elements_.get(), elements_.get() + count_);
  }

  std::string toString() const {
    std::lock_guard lock(mutex_);
    std::string text = "[";
    for (int i = 0; i < count_; ++i)
      text += (i == 0 ? "" : ", ") + std::to_string(elements_[i]);
    return text + "]";
  }

private:
  static int checkedCapacity(int capacity) {
    if (capacity < 0 || capacity > kMaxCapacity)
      throw std::length_error("Vector: no capacity for " + std::to_string(capacity));
    return capacity;
  }

  void checkIndex(int index) const {
    if (index < 0 || index >= count_)
      throw std::out_of_range("Vector: " + std::to_string(index) + " >= " + std::to_string(count_));
  }

  void growTo(int wanted) {
    if (wanted <= capacity_)
      return;
    int larger = increment_ > 0 ? capacity_ + std::min(increment_, kMaxCapacity) : capacity_ * 2;
    reallocate(checkedCapacity(std::max(wanted, std::min(larger, kMaxCapacity))));
  }

  void reallocate(int capacity) {
    auto larger = std::make_unique<int[]>(static_cast<std::size_t>(capacity));
    for (int i = 0; i < count_; ++i)
      larger[i] = elements_[i];
    elements_ = std::move(larger);
    capacity_ = capacity;
  }

  mutable std::recursive_mutex mutex_;
  int count_ = 0;
  int capacity_;
  int increment_; // 0: doubles
  std::unique_ptr<int[]> elements_;
};

} // namespace util
