// SPDX-License-Identifier: Apache-2.0
// A buffer that is resized to what the caller asks for, however large.
// WRONG: size() reads without the lock.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

class SizedBuffer {
public:
  SizedBuffer() = default;
  SizedBuffer(const SizedBuffer&) = delete;
  SizedBuffer& operator=(const SizedBuffer&) = delete;

  void resize(std::size_t bytes) {
    std::vector<char> fresh(bytes);
    std::lock_guard lock(mutex_);
    bytes_.swap(fresh);
  }

  void reserve(std::size_t bytes) {
    std::lock_guard lock(mutex_);
    bytes_.reserve(bytes);
  }

  std::size_t size() const {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    return bytes_.size();
  }

private:
  mutable std::mutex mutex_;
  std::vector<char> bytes_;
};
