// SPDX-License-Identifier: Apache-2.0
// open() and close() count the users; the buffer exists while there are any.
// WRONG: write() does not take the lock.
#pragma once

#include <memory>
#include <mutex>
#include <stdexcept>
#include <vector>

class Device {
public:
  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  void open() {
    std::lock_guard lock(mutex_);
    if (users_++ == 0)
      buffer_ = std::make_unique<std::vector<int>>();
  }

  void close() {
    std::lock_guard lock(mutex_);
    if (users_ == 0)
      throw std::logic_error("Device: not open");
    if (--users_ == 0)
      buffer_.reset();
  }

  bool write(int word) {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    if (!buffer_)
      return false;
    buffer_->push_back(word);
    return true;
  }

private:
  std::mutex mutex_;
  int users_ = 0;
  std::unique_ptr<std::vector<int>> buffer_;
};
