// SPDX-License-Identifier: Apache-2.0
// A growable array whose methods lock it: the fixed twin of vector_142.hpp.
//
// reversed() holds the lock from taking the size to the last element.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace util {

template <class T>
class Vector {
public:
  Vector() = default;
  explicit Vector(std::vector<T> elements) : elements_(std::move(elements)) {}
  Vector(const Vector& other) : elements_(other.toVector()) {}
  Vector& operator=(const Vector&) = delete;

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return elements_.size();
  }

  bool isEmpty() const {
    std::lock_guard lock(mutex_);
    return elements_.empty();
  }

  T get(std::size_t index) const {
    std::lock_guard lock(mutex_);
    checkIndex(index);
    return elements_[index];
  }

  T firstElement() const {
    std::lock_guard lock(mutex_);
    return get(0);
  }

  T lastElement() const {
    std::lock_guard lock(mutex_);
    return get(elements_.size() - 1);
  }

  // Returns the element that was there.
  T set(std::size_t index, T element) {
    std::lock_guard lock(mutex_);
    checkIndex(index);
    return std::exchange(elements_[index], std::move(element));
  }

  void add(T element) {
    std::lock_guard lock(mutex_);
    elements_.push_back(std::move(element));
  }

  void insert(std::size_t index, T element) {
    std::lock_guard lock(mutex_);
    if (index > elements_.size())
      throw std::out_of_range("Vector: no place " + std::to_string(index));
    elements_.insert(at(index), std::move(element));
  }

  void addAll(const std::vector<T>& elements) {
    std::lock_guard lock(mutex_);
    elements_.insert(elements_.end(), elements.begin(), elements.end());
  }

  // Returns the element that was removed.
  T remove(std::size_t index) {
    std::lock_guard lock(mutex_);
    checkIndex(index);
    T removed = std::move(elements_[index]);
    elements_.erase(at(index));
    return removed;
  }

  bool removeElement(const T& element) {
    std::lock_guard lock(mutex_);
    auto found = std::find(elements_.begin(), elements_.end(), element);
    if (found == elements_.end())
      return false;
    elements_.erase(found);
    return true;
  }

  // Removes the elements from `from` to before `to`.
  void removeRange(std::size_t from, std::size_t to) {
    std::lock_guard lock(mutex_);
    if (from > to || to > elements_.size())
      throw std::out_of_range("Vector: no such range");
    elements_.erase(at(from), at(to));
  }

  void clear() {
    std::lock_guard lock(mutex_);
    elements_.clear();
  }

  // The first place of the element; -1 when there is none.
  long indexOf(const T& element) const {
    std::lock_guard lock(mutex_);
    auto found = std::find(elements_.begin(), elements_.end(), element);
    return found == elements_.end() ? -1 : found - elements_.begin();
  }

  // The last place of the element; -1 when there is none.
  long lastIndexOf(const T& element) const {
    std::lock_guard lock(mutex_);
    auto found = std::find(elements_.rbegin(), elements_.rend(), element);
    return elements_.rend() - found - 1;
  }

  bool contains(const T& element) const { return indexOf(element) >= 0; }

  std::size_t count(const T& element) const {
    std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(std::count(elements_.begin(), elements_.end(), element));
  }

  void sort() {
    std::lock_guard lock(mutex_);
    std::sort(elements_.begin(), elements_.end());
  }

  // Shortens the vector or fills it up with default elements.
  void setSize(std::size_t size) {
    std::lock_guard lock(mutex_);
    if (size > kMaxSize)
      throw std::length_error("Vector: too large");
    elements_.resize(size);
  }

  void trimToSize() {
    std::lock_guard lock(mutex_);
    elements_.shrink_to_fit();
  }

  std::vector<T> toVector() const {
    std::lock_guard lock(mutex_);
    return elements_;
  }

  T elementAt(std::size_t index) const {
    std::lock_guard lock(mutex_);
    return get(index);
  }

  void setElementAt(T element, std::size_t index) {
    std::lock_guard lock(mutex_);
    set(index, std::move(element));
  }

  void addElement(T element) { add(std::move(element)); }

  void insertElementAt(T element, std::size_t index) {
    std::lock_guard lock(mutex_);
    insert(index, std::move(element));
  }

  void removeElementAt(std::size_t index) {
    std::lock_guard lock(mutex_);
    remove(index);
  }

  void insertAll(std::size_t index, const std::vector<T>& elements) {
    std::lock_guard lock(mutex_);
    if (index > elements_.size())
      throw std::out_of_range("Vector: no place " + std::to_string(index));
    elements_.insert(at(index), elements.begin(), elements.end());
  }

  // Both return how many were removed.
  std::size_t removeAll(const std::vector<T>& elements) {
    std::lock_guard lock(mutex_);
    return std::erase_if(elements_, [&elements](const T& element) {
      return std::find(elements.begin(), elements.end(), element) != elements.end();
    });
  }

  std::size_t retainAll(const std::vector<T>& elements) {
    std::lock_guard lock(mutex_);
    return std::erase_if(elements_, [&elements](const T& element) {
      return std::find(elements.begin(), elements.end(), element) == elements.end();
    });
  }

  bool containsAll(const std::vector<T>& elements) const {
    std::lock_guard lock(mutex_);
    return std::all_of(elements.begin(), elements.end(), [this](const T& element) {
      return std::find(elements_.begin(), elements_.end(), element) != elements_.end();
    });
  }

  // From a place on; -1 when there is none.
  long indexOf(const T& element, std::size_t from) const {
    std::lock_guard lock(mutex_);
    for (std::size_t i = from; i < elements_.size(); ++i)
      if (elements_[i] == element)
        return static_cast<long>(i);
    return -1;
  }

  // Before a place; -1 when there is none.
  long lastIndexOf(const T& element, std::size_t before) const {
    std::lock_guard lock(mutex_);
    for (std::size_t i = std::min(before, elements_.size()); i > 0; --i)
      if (elements_[i - 1] == element)
        return static_cast<long>(i) - 1;
    return -1;
  }

  std::size_t capacity() const {
    std::lock_guard lock(mutex_);
    return elements_.capacity();
  }

  void ensureCapacity(std::size_t capacity) {
    std::lock_guard lock(mutex_);
    elements_.reserve(std::min(capacity, kMaxSize));
  }

  std::vector<T> subList(std::size_t from, std::size_t to) const {
    std::lock_guard lock(mutex_);
    if (from > to || to > elements_.size())
      throw std::out_of_range("Vector: no such range");
    return std::vector<T>(elements_.begin() + static_cast<std::ptrdiff_t>(from),
                          elements_.begin() + static_cast<std::ptrdiff_t>(to));
  }

  void reverse() {
    std::lock_guard lock(mutex_);
    std::reverse(elements_.begin(), elements_.end());
  }

  void fill(const T& element) {
    std::lock_guard lock(mutex_);
    std::fill(elements_.begin(), elements_.end(), element);
  }

  bool replace(const T& element, T other) {
    std::lock_guard lock(mutex_);
    auto found = std::find(elements_.begin(), elements_.end(), element);
    if (found == elements_.end())
      return false;
    *found = std::move(other);
    return true;
  }

  void swapElements(std::size_t first, std::size_t second) {
    std::lock_guard lock(mutex_);
    checkIndex(first);
    checkIndex(second);
    std::swap(elements_[first], elements_[second]);
  }

  bool isSorted() const {
    std::lock_guard lock(mutex_);
    return std::is_sorted(elements_.begin(), elements_.end());
  }

  T maximum() const {
    std::lock_guard lock(mutex_);
    checkIndex(0);
    return *std::max_element(elements_.begin(), elements_.end());
  }

  T minimum() const {
    std::lock_guard lock(mutex_);
    checkIndex(0);
    return *std::min_element(elements_.begin(), elements_.end());
  }

  bool contentEquals(const std::vector<T>& elements) const {
    std::lock_guard lock(mutex_);
    return elements_ == elements;
  }

  // The elements from the last to the first.
  std::vector<T> reversed() const {
    std::lock_guard lock(mutex_);
    return std::vector<T>(elements_.rbegin(), elements_.rend());
  }

private:
  static constexpr std::size_t kMaxSize = 64;

  void checkIndex(std::size_t index) const {
    if (index >= elements_.size())
      throw std::out_of_range("Vector: no element " + std::to_string(index));
  }

  auto at(std::size_t index) { return elements_.begin() + static_cast<std::ptrdiff_t>(index); }

  mutable std::recursive_mutex mutex_;
  std::vector<T> elements_;
};

} // namespace util
