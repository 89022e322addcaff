// SPDX-License-Identifier: Apache-2.0
// A text that grows: the fixed twin of string_buffer_append.hpp.
//
// append(other) acquires both locks together, in an order that cannot deadlock.
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

  void append(const StringBuffer& other) {
    std::scoped_lock lock(mutex_, other.mutex_);
    room(other.text_.size());
    text_.append(std::string(other.text_));
  }

  void append(const std::string& text) {
    std::lock_guard lock(mutex_);
    room(text.size());
    text_.append(text);
  }

  void append(char letter) {
    std::lock_guard lock(mutex_);
    room(1);
    text_.push_back(letter);
  }

  void append(int number) {
    std::lock_guard lock(mutex_);
    append(std::to_string(number));
  }

  void append(bool value) {
    std::lock_guard lock(mutex_);
    append(std::string(value ? "true" : "false"));
  }

  void appendCodePoint(char32_t point) {
    if (point > 127)
      throw std::invalid_argument("StringBuffer: not in ASCII");
    append(static_cast<char>(point));
  }

  void insert(std::size_t at, const std::string& text) {
    std::lock_guard lock(mutex_);
    checkPlace(at);
    room(text.size());
    text_.insert(at, text);
  }

  void insert(std::size_t at, char letter) {
    std::lock_guard lock(mutex_);
    checkPlace(at);
    room(1);
    text_.insert(at, 1, letter);
  }

  std::size_t length() const {
    std::lock_guard lock(mutex_);
    return text_.size();
  }

  std::size_t capacity() const {
    std::lock_guard lock(mutex_);
    return text_.capacity();
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

  void setLength(std::size_t length) {
    std::lock_guard lock(mutex_);
    if (length > kMaxLength)
      throw std::length_error("StringBuffer: too long");
    text_.resize(length);
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
    checkRange(from, to);
    room(text.size());
    text_.replace(from, to - from, text);
  }

  void clear() {
    std::lock_guard lock(mutex_);
    text_.clear();
  }

  void reverse() {
    std::lock_guard lock(mutex_);
    std::reverse(text_.begin(), text_.end());
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

  long indexOf(const std::string& text, std::size_t from) const {
    std::lock_guard lock(mutex_);
    return place(text_.find(text, from));
  }

  long lastIndexOf(const std::string& text) const {
    std::lock_guard lock(mutex_);
    return place(text_.rfind(text));
  }

  bool contains(const std::string& text) const {
    std::lock_guard lock(mutex_);
    return text_.find(text) != std::string::npos;
  }

  bool startsWith(const std::string& text) const {
    std::lock_guard lock(mutex_);
    return text_.starts_with(text);
  }

  bool endsWith(const std::string& text) const {
    std::lock_guard lock(mutex_);
    return text_.ends_with(text);
  }

  std::size_t count(char letter) const {
    std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(std::count(text_.begin(), text_.end(), letter));
  }

  bool contentEquals(const std::string& text) const {
    std::lock_guard lock(mutex_);
    return text_ == text;
  }

  std::string toString() const {
    std::lock_guard lock(mutex_);
    return text_;
  }

  std::size_t maxLength() const { return kMaxLength; }

private:
  static constexpr std::size_t kMaxLength = 256;

  static long place(std::size_t found) {
    return found == std::string::npos ? -1 : static_cast<long>(found);
  }

  void room(std::size_t more) const {
    if (text_.size() + more > kMaxLength)
      throw std::length_error("StringBuffer: too long");
  }
  void checkIndex(std::size_t index) const {
    if (index >= text_.size())
      throw std::out_of_range("StringBuffer: no letter " + std::to_string(index));
  }
  void checkPlace(std::size_t at) const {
    if (at > text_.size())
      throw std::out_of_range("StringBuffer: no place " + std::to_string(at));
  }
  void checkRange(std::size_t from, std::size_t to) const {
    if (from > to || to > text_.size())
      throw std::out_of_range("StringBuffer: no such range");
  }

  mutable std::recursive_mutex mutex_;
  std::string text_;
};

} // namespace lang
