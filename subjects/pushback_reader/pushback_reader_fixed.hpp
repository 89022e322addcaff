// SPDX-License-Identifier: Apache-2.0
// A reader that takes characters back: the fixed twin of pushback_reader.hpp.
//
// close() takes the lock.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace io {

class PushbackReader {
public:
  explicit PushbackReader(std::string text)
      : text_(std::move(text)), buffer_(std::make_unique<std::vector<char>>(kSize)) {}
  PushbackReader(const PushbackReader&) = delete;
  PushbackReader& operator=(const PushbackReader&) = delete;

  // The next character; -1 at the end.
  int read() {
    std::lock_guard lock(mutex_);
    ensureOpen();
    if (position_ < kSize)
      return static_cast<unsigned char>((*buffer_)[position_++]);
    return next_ < text_.size() ? static_cast<unsigned char>(text_[next_++]) : -1;
  }

  // Gives a character back: it is read next.
  void unread(char letter) {
    std::lock_guard lock(mutex_);
    ensureOpen();
    if (position_ == 0)
      throw std::length_error("PushbackReader: the buffer is full");
    (*buffer_)[--position_] = letter;
  }

  bool ready() const {
    std::lock_guard lock(mutex_);
    ensureOpen();
    return position_ < buffer_->size() || next_ < text_.size();
  }

  // Leaves out characters; returns how many.
  std::size_t skip(std::size_t size) {
    std::lock_guard lock(mutex_);
    std::size_t skipped = 0;
    for (; skipped < size && next_ < text_.size(); ++skipped)
      ++next_;
    return skipped;
  }

  // Characters of the text that were not read yet.
  std::size_t rest() const {
    std::lock_guard lock(mutex_);
    return text_.size() - next_;
  }

  bool markSupported() const { return false; }
  std::size_t pushbackSize() const { return kSize; }

  void close() {
    std::lock_guard lock(mutex_);
    buffer_.reset();
  }

private:
  static constexpr std::size_t kSize = 2;

  void ensureOpen() const {
    if (buffer_ == nullptr)
      throw std::runtime_error("PushbackReader: closed");
  }

  const std::string text_;
  mutable std::mutex mutex_;
  std::size_t next_ = 0;                      // of the text
  std::unique_ptr<std::vector<char>> buffer_; // filled from the end; null: closed
  std::size_t position_ = kSize;              // of the first one in it
};

} // namespace io
