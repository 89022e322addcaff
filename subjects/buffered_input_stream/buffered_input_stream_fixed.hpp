// SPDX-License-Identifier: Apache-2.0
// A stream that reads ahead: the fixed twin of buffered_input_stream.hpp.
//
// close() takes the lock.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace io {

// Where the bytes come from. A source must be safe to call from several threads.
class InputStream {
public:
  virtual ~InputStream() = default;
  // Fills a part of the buffer; returns how many bytes, 0 at the end.
  virtual std::size_t read(char* buffer, std::size_t size) = 0;
  virtual std::size_t available() const = 0;
};

class BufferedInputStream {
public:
  explicit BufferedInputStream(std::unique_ptr<InputStream> in)
      : in_(std::move(in)), buffer_(std::make_unique<std::vector<char>>(kSize)) {}
  BufferedInputStream(const BufferedInputStream&) = delete;
  BufferedInputStream& operator=(const BufferedInputStream&) = delete;

  // The next byte; -1 at the end.
  int read() {
    std::lock_guard lock(mutex_);
    ensureOpen();
    if (position_ >= count_) {
      fill();
      if (position_ >= count_)
        return -1;
    }
    return static_cast<unsigned char>((*buffer_)[position_++]);
  }

  // At most this many bytes of what is there.
  std::string read(std::size_t size) {
    std::lock_guard lock(mutex_);
    ensureOpen();
    if (position_ >= count_)
      fill();
    const std::size_t taken = std::min(size, count_ - position_);
    std::string bytes(buffer_->data() + position_, taken);
    position_ += taken;
    return bytes;
  }

  // Leaves out bytes that were read ahead; returns how many.
  std::size_t skip(std::size_t size) {
    std::lock_guard lock(mutex_);
    ensureOpen();
    const std::size_t skipped = std::min(size, count_ - position_);
    position_ += skipped;
    return skipped;
  }

  std::size_t available() const {
    std::lock_guard lock(mutex_);
    ensureOpen();
    return count_ - position_ + in_->available();
  }

  // Remembers where the next byte is.
  void mark() {
    std::lock_guard lock(mutex_);
    mark_ = position_;
    isMarked_ = true;
  }

  // Goes back to the mark, unless the buffer has been filled again.
  void reset() {
    std::lock_guard lock(mutex_);
    if (!isMarked_)
      throw std::logic_error("BufferedInputStream: there is no mark");
    position_ = mark_;
  }

  // Where the next byte is in the buffer.
  std::size_t position() const {
    std::lock_guard lock(mutex_);
    return position_;
  }

  bool markSupported() const { return true; }
  std::size_t bufferSize() const { return kSize; }

  void close() {
    std::lock_guard lock(mutex_);
    if (in_ == nullptr)
      return;
    in_.reset();
    buffer_.reset();
  }

private:
  static constexpr std::size_t kSize = 8;

  void ensureOpen() const {
    if (in_ == nullptr)
      throw std::runtime_error("BufferedInputStream: closed");
  }

  void fill() {
    count_ = std::min(in_->read(buffer_->data(), buffer_->size()), buffer_->size());
    position_ = 0;
    isMarked_ = false;
  }

  mutable std::mutex mutex_;
  std::unique_ptr<InputStream> in_; // null: closed
  std::unique_ptr<std::vector<char>> buffer_;
  std::size_t position_ = 0;
  std::size_t count_ = 0;
  std::size_t mark_ = 0;
  bool isMarked_ = false;
};

} // namespace io
