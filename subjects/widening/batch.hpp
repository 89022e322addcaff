// SPDX-License-Identifier: Apache-2.0
// A batch with the capacity that its constructor gets, at least 16. One item more than fits is accepted, and the rest
// is flushed first, outside the lock. Larger requests are refused. With -DFIXED it is correct.
#pragma once

#include <cstddef>
#include <mutex>

class Batch {
public:
  explicit Batch(std::size_t capacity) : capacity_(capacity < 16 ? 16 : capacity) {}
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  // Returns how many items the batch has then.
  std::size_t put(std::size_t count) {
    std::unique_lock lock(mutex_);
    if (count > capacity_ + 1)
      return size_;
    if (count == capacity_ + 1) {
      flushed_ += size_;
#ifndef FIXED
      lock.unlock(); // BUG
      lock.lock();
#endif
      size_ = 1;
    } else if (size_ + count <= capacity_) {
      size_ += count;
    }
    return size_;
  }

  std::size_t total() const {
    std::lock_guard lock(mutex_);
    return flushed_ + size_;
  }

private:
  mutable std::mutex mutex_;
  std::size_t capacity_;
  std::size_t size_ = 0;
  std::size_t flushed_ = 0;
};
