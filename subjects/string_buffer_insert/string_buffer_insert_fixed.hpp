// SPDX-License-Identifier: Apache-2.0
// A text that grows: the fixed twin of string_buffer_insert.hpp.
//
// insert(at, other) holds both locks from taking the length to the end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

namespace lang {

class StringBuffer {
public:
  StringBuffer() = default;
  explicit StringBuffer(std::string text) : text_(std::move(text)) {}
  StringBuffer(const StringBuffer&) = delete;
  StringBuffer& operator=(const StringBuffer&) = delete;

  void insert(std::size_t at, const StringBuffer& other) {
    std::scoped_lock lock(mutex_, other.mutex_);
    insert(at, other, 0, other.length());
  }

  // Inserts the letters of the other buffer from `from` to before `to`.
  void insert(std::size_t at, const StringBuffer& other, std::size_t from, std::size_t to) {
    std::scoped_lock lock(mutex_, other.mutex_);
    insert(at, other.substring(from, to));
  }

  void insert(std::size_t at, const std::string& text) {
    std::lock_guard lock(mutex_);
    if (at > text_.size())
      throw std::out_of_range("StringBuffer: no place " + std::to_string(at));
    if (text_.size() + text.size() > kMaxLength)
      throw std::length_error("StringBuffer: too long");
    text_.insert(at, text);
  }

  void insert(std::size_t at, int number) { insert(at, std::to_string(number)); }

  void append(const std::string& text) {
    std::lock_guard lock(mutex_);
    insert(text_.size(), text);
  }

  void append(int number) { append(std::to_string(number)); }

  void deleteCharAt(std::size_t index) {
    std::lock_guard lock(mutex_);
    checkIndex(index);
    text_.erase(index, 1);
  }

  // Removes the letters from `from` to before `to`.
  void erase(std::size_t from, std::size_t to) {
    std::lock_guard lock(mutex_);
    checkRange(from, to);
    text_.erase(from, to - from);
  }

  void replace(std::size_t from, std::size_t to, const std::string& text) {
    std::lock_guard lock(mutex_);
    erase(from, to);
    insert(from, text);
  }

  void setLength(std::size_t length) {
    std::lock_guard lock(mutex_);
    if (length > kMaxLength)
      throw std::length_error("StringBuffer: too long");
    text_.resize(length, ' ');
  }

  std::size_t length() const {
    std::lock_guard lock(mutex_);
    return text_.size();
  }

  bool isEmpty() const {
    std::lock_guard lock(mutex_);
    return text_.empty();
  }

  void ensureCapacity(std::size_t capacity) {
    std::lock_guard lock(mutex_);
    text_.reserve(std::min(capacity, kMaxLength));
  }

  void trimToSize() {
    std::lock_guard lock(mutex_);
    text_.shrink_to_fit();
  }

  char charAt(std::size_t index) const {
    std::lock_guard lock(mutex_);
    checkIndex(index);
    return text_[index];
  }

  void setCharAt(std::size_t index, char letter) {
    std::lock_guard lock(mutex_);
    checkIndex(index);
    text_[index] = letter;
  }

  std::string substring(std::size_t from) const {
    std::lock_guard lock(mutex_);
    return substring(from, text_.size());
  }

  std::string substring(std::size_t from, std::size_t to) const {
    std::lock_guard lock(mutex_);
    checkRange(from, to);
    return text_.substr(from, to - from);
  }

  // The first position of a text; -1 if it does not occur.
  long indexOf(const std::string& text) const {
    std::lock_guard lock(mutex_);
    return place(text_.find(text));
  }

  long lastIndexOf(const std::string& text) const {
    std::lock_guard lock(mutex_);
    return place(text_.rfind(text));
  }

  void reverse() {
    std::lock_guard lock(mutex_);
    std::reverse(text_.begin(), text_.end());
  }

  std::string toString() const {
    std::lock_guard lock(mutex_);
    return text_;
  }

private:
  static constexpr std::size_t kMaxLength = 256;

  static long place(std::size_t found) {
    return found == std::string::npos ? -1 : static_cast<long>(found);
  }

  void checkIndex(std::size_t index) const {
    if (index >= text_.size())
      throw std::out_of_range("StringBuffer: no letter " + std::to_string(index));
  }

  void checkRange(std::size_t from, std::size_t to) const {
    if (from > to || to > text_.size())
      throw std::out_of_range("StringBuffer: no such range");
  }

  mutable std::recursive_mutex mutex_;
  std::string text_;
};

} // namespace lang
