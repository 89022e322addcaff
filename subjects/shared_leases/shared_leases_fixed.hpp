// SPDX-License-Identifier: Apache-2.0
// Buffers that are lent out as shared pointers, whose deleter gives them back.
//
// A buffer comes back when its last owner is destroyed, long after lend() has returned.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>

namespace io {

struct Buffer {
  int bytes = 0;
};

class Buffers {
public:
  Buffers() {
    for (std::size_t i = 0; i < free_.size(); ++i)
      free_[i] = &all_[i];
  }

  // Null if all are lent out.
  std::shared_ptr<Buffer> lend() {
    std::lock_guard<std::mutex> lock(mutex_);
    for (Buffer*& place : free_)
      if (place != nullptr) {
        Buffer* buffer = place;
        place = nullptr;
        return std::shared_ptr<Buffer>(buffer, [this](Buffer* used) { giveBack(used); });
      }
    return nullptr;
  }

  std::size_t available() const {
    std::lock_guard<std::mutex> lock(mutex_);
    std::size_t count = 0;
    for (const Buffer* buffer : free_)
      count += buffer != nullptr ? 1 : 0;
    return count;
  }

private:
  // Called under the lock.
  std::size_t freePlace() const {
    for (std::size_t i = 0; i < free_.size(); ++i)
      if (free_[i] == nullptr)
        return i;
    return 0;
  }

  void giveBack(Buffer* buffer) {
    std::lock_guard<std::mutex> lock(mutex_);
    free_[freePlace()] = buffer;
  }

  mutable std::mutex mutex_;
  std::array<Buffer, 2> all_;
  std::array<Buffer*, 2> free_{};
};

} // namespace io
