// SPDX-License-Identifier: Apache-2.0
// The body of a request, read as bytes or as characters: the fixed twin of input_buffer.hpp.
//
// recycle() takes the lock.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace connector {

// Turns the bytes of an encoding into characters.
class Converter {
public:
  explicit Converter(std::string encoding) : encoding_(std::move(encoding)) {}

  char convert(char byte) {
    ++converted_;
    return encoding_ == "ASCII" ? static_cast<char>(byte & 0x7f) : byte;
  }
  std::size_t converted() const { return converted_; }

private:
  std::string encoding_;
  std::size_t converted_ = 0;
};

class InputBuffer {
public:
  InputBuffer() = default;
  InputBuffer(const InputBuffer&) = delete;
  InputBuffer& operator=(const InputBuffer&) = delete;

  // The chunk that is read next; what is left of the previous one is lost.
  void setBytes(const std::string& bytes) {
    std::lock_guard lock(mutex_);
    chunk_ = std::make_unique<std::vector<char>>(bytes.begin(), bytes.end());
    position_ = 0;
    mark_ = 0;
  }

  // The next byte; -1 at the end.
  int readByte() {
    std::lock_guard lock(mutex_);
    ensureOpen();
    if (isFinished())
      return -1;
    return static_cast<unsigned char>((*chunk_)[position_++]);
  }

  // The next character; -1 at the end.
  int readChar() {
    std::lock_guard lock(mutex_);
    ensureOpen();
    if (isFinished())
      return -1;
    if (converter_ == nullptr)
      converter_ = std::make_unique<Converter>(encoding_);
    const char byte = (*chunk_)[position_++];
    return static_cast<unsigned char>(converter_->convert(byte));
  }

  // Drops everything that belongs to the request, so that the buffer can serve another one.
  void recycle() {
    std::lock_guard lock(mutex_);
    converter_.reset();
    chunk_.reset();
    position_ = 0;
    mark_ = 0;
    closed_ = false;
  }

  // At most this many bytes of what is there.
  std::string read(std::size_t size) {
    std::lock_guard lock(mutex_);
    ensureOpen();
    const std::size_t taken = std::min(size, available());
    std::string bytes;
    for (std::size_t i = 0; i < taken; ++i)
      bytes.push_back((*chunk_)[position_++]);
    return bytes;
  }

  // Leaves out bytes; returns how many.
  std::size_t skip(std::size_t size) {
    std::lock_guard lock(mutex_);
    ensureOpen();
    const std::size_t skipped = std::min(size, available());
    position_ += skipped;
    return skipped;
  }

  std::size_t available() const {
    std::lock_guard lock(mutex_);
    return chunk_ == nullptr ? 0 : chunk_->size() - position_;
  }

  bool isFinished() const {
    std::lock_guard lock(mutex_);
    return available() == 0;
  }

  bool isReady() const {
    std::lock_guard lock(mutex_);
    return !closed_ && available() > 0;
  }

  void mark() {
    std::lock_guard lock(mutex_);
    mark_ = position_;
  }

  // Goes back to the mark, or to the first byte of the chunk.
  void reset() {
    std::lock_guard lock(mutex_);
    ensureOpen();
    position_ = mark_;
  }

  std::size_t position() const {
    std::lock_guard lock(mutex_);
    return position_;
  }

  bool markSupported() const { return true; }

  // Holds for the converters that are made from now on.
  void setEncoding(std::string encoding) {
    std::lock_guard lock(mutex_);
    encoding_ = std::move(encoding);
  }

  std::string encoding() const {
    std::lock_guard lock(mutex_);
    return encoding_;
  }

  // The buffer cannot be read until it is recycled.
  void close() {
    std::lock_guard lock(mutex_);
    closed_ = true;
  }

  bool isClosed() const {
    std::lock_guard lock(mutex_);
    return closed_;
  }

  std::size_t readAheadLimit() const {
    std::lock_guard lock(mutex_);
    return readAheadLimit_;
  }

  void setReadAheadLimit(std::size_t limit) {
    std::lock_guard lock(mutex_);
    readAheadLimit_ = limit;
  }

private:
  void ensureOpen() const {
    if (closed_)
      throw std::runtime_error("InputBuffer: closed");
  }

  mutable std::recursive_mutex mutex_;
  std::unique_ptr<std::vector<char>> chunk_; // null: none
  std::unique_ptr<Converter> converter_;     // null: not needed so far
  std::string encoding_ = "ISO-8859-1";
  std::size_t position_ = 0;
  std::size_t mark_ = 0;
  std::size_t readAheadLimit_ = 8192;
  bool closed_ = false;
};

} // namespace connector
