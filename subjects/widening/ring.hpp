// SPDX-License-Identifier: Apache-2.0
// A ring that keeps the last items. Only when more items arrive than fit is it emptied in a step of its own: this needs a count of
// capacity + 1, for a capacity that the class does not compare with anything. With -DFIXED it is correct.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>

class Ring {
public:
  void add(std::size_t count) {
    std::unique_lock lock(mutex_);
#ifndef FIXED
    if (count > capacity_) {
      size_ = 0;
      lock.unlock(); // BUG
      lock.lock();
    }
#endif
    if (count < 1000)
      size_ = std::min(capacity_, size_ + count);
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return size_;
  }

private:
  mutable std::mutex mutex_;
  std::size_t capacity_ = 37;
  std::size_t size_ = 0;
};
