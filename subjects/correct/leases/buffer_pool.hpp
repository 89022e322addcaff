// SPDX-License-Identifier: Apache-2.0
// Buffers as unique pointers with a deleter that returns them to the free list.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

class BufferPool {
public:
  using Bytes = std::vector<char>;
  struct Return {
    BufferPool* pool;
    void operator()(Bytes* bytes) const { pool->put(std::unique_ptr<Bytes>(bytes)); }
  };
  using Buffer = std::unique_ptr<Bytes, Return>;

  BufferPool() = default;
  BufferPool(const BufferPool&) = delete;
  BufferPool& operator=(const BufferPool&) = delete;

  Buffer get() {
    std::unique_ptr<Bytes> bytes;
    {
      std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        bytes = std::move(free_.back());
        free_.pop_back();
      }
    }
    if (!bytes)
      bytes = std::make_unique<Bytes>(16);
    return Buffer(bytes.release(), Return{this});
  }

  void trim() {
    std::vector<std::unique_ptr<Bytes>> dropped;
    std::lock_guard lock(mutex_);
    dropped.swap(free_);
  }

private:
  void put(std::unique_ptr<Bytes> bytes) {
    bytes->clear();
    std::lock_guard lock(mutex_);
    free_.push_back(std::move(bytes));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Bytes>> free_;
};
