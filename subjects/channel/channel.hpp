// SPDX-License-Identifier: Apache-2.0
// A channel that is opened once. Shape: published before it is initialised.
//
// Fault: open() says that the channel is open before there is a buffer.
// Fails: open(capacity) | send(byte): null dereference.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <vector>

class Channel {
public:
  Channel() = default;
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  // Returns false when the channel is open already.
  bool open(unsigned char capacity) {
    if (open_.exchange(true))
      return false;
    buffer_ = std::make_unique<Buffer>(capacity);
    return true;
  }

  bool isOpen() const { return open_; }

  // Returns false when the channel is full.
  bool send(unsigned char byte) {
    if (!open_)
      throw std::logic_error("Channel: not open");
    return buffer_->append(byte);
  }

  std::size_t sent() const { return open_ ? buffer_->size() : 0; }

private:
  class Buffer {
  public:
    explicit Buffer(std::size_t capacity) : capacity_(capacity) {}

    bool append(unsigned char byte) {
      std::lock_guard lock(mutex_);
      if (bytes_.size() == capacity_)
        return false;
      bytes_.push_back(byte);
      return true;
    }

    std::size_t size() const {
      std::lock_guard lock(mutex_);
      return bytes_.size();
    }

  private:
    const std::size_t capacity_;
    mutable std::mutex mutex_;
    std::vector<unsigned char> bytes_;
  };

  std::atomic<bool> open_{false};
  std::unique_ptr<Buffer> buffer_;
};
