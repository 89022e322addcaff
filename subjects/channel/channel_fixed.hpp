// SPDX-License-Identifier: Apache-2.0
// A channel that is opened once: the fixed twin of channel.hpp.
//
// The buffer is published by itself, when it is complete. Who has lost the race to open throws his own away.
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
  ~Channel() { delete buffer_.load(); }
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  // Returns false when the channel is open already.
  bool open(unsigned char capacity) {
    auto buffer = std::make_unique<Buffer>(capacity);
    Buffer* none = nullptr;
    if (!buffer_.compare_exchange_strong(none, buffer.get()))
      return false;
    buffer.release();
    return true;
  }

  bool isOpen() const { return buffer_ != nullptr; }

  // Returns false when the channel is full.
  bool send(unsigned char byte) {
    Buffer* buffer = buffer_;
    if (buffer == nullptr)
      throw std::logic_error("Channel: not open");
    return buffer->append(byte);
  }

  std::size_t sent() const {
    const Buffer* buffer = buffer_;
    return buffer != nullptr ? buffer->size() : 0;
  }

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

  std::atomic<Buffer*> buffer_{nullptr}; // owned; null: not open
};
