// SPDX-License-Identifier: Apache-2.0
// Memory that exists while it has users: the fixed twin of shared_buffer.hpp.
//
// release() decrements, checks and frees under one lock.
#pragma once

#include <cstddef>
#include <cstring>
#include <mutex>
#include <stdexcept>

class SharedBuffer {
public:
  static constexpr std::size_t kBytes = 16;

  SharedBuffer() = default;
  ~SharedBuffer() { delete[] bytes_; }
  SharedBuffer(const SharedBuffer&) = delete;
  SharedBuffer& operator=(const SharedBuffer&) = delete;

  // Returns how many users there are now.
  unsigned acquire() {
    std::lock_guard lock(mutex_);
    if (users_ == 0) {
      bytes_ = new unsigned char[kBytes];
      std::memset(bytes_, 0, kBytes);
    }
    return ++users_;
  }

  void release() {
    std::lock_guard lock(mutex_);
    if (users_ == 0)
      throw std::logic_error("SharedBuffer: not in use");
    if (--users_ == 0) {
      delete[] bytes_;
      bytes_ = nullptr;
    }
  }

  void write(std::size_t place, unsigned char byte) {
    std::lock_guard lock(mutex_);
    bytes_[checked(place)] = byte;
  }

  unsigned char read(std::size_t place) const {
    std::lock_guard lock(mutex_);
    return bytes_[checked(place)];
  }

  unsigned users() const {
    std::lock_guard lock(mutex_);
    return users_;
  }

private:
  std::size_t checked(std::size_t place) const {
    if (users_ == 0 || place >= kBytes)
      throw std::logic_error("SharedBuffer: no such byte");
    return place;
  }

  mutable std::mutex mutex_;
  unsigned users_ = 0;
  unsigned char* bytes_ = nullptr; // null exactly when there are no users
};
