// SPDX-License-Identifier: Apache-2.0
// An intrusive pointer to bytes: copies share them, the last one frees them.
// WRONG: reads the count after it has decremented it.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <utility>

class IntrusiveBytes {
public:
  IntrusiveBytes() = default;
  explicit IntrusiveBytes(std::size_t size) : block_(new Block(size)) {}
  IntrusiveBytes(const IntrusiveBytes& other) : block_(other.block_) {
    if (block_)
      block_->references.fetch_add(1, std::memory_order_relaxed);
  }
  IntrusiveBytes(IntrusiveBytes&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  IntrusiveBytes& operator=(IntrusiveBytes other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~IntrusiveBytes() {
#ifdef WRONG
    if (block_) {
      block_->references.fetch_sub(1);
      if (block_->references.load() == 0)
        delete block_;
    }
#else
    if (block_ && block_->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete block_;
#endif
  }
  std::size_t size() const { return block_ ? block_->size : 0; }

private:
  struct Block {
    explicit Block(std::size_t bytes) : size(bytes) {}
    std::atomic<int> references{1};
    const std::size_t size;
  };
  Block* block_ = nullptr;
};

// The buffer that several threads look at; each keeps its own reference while it does.
class RefcountedBuffer {
public:
  RefcountedBuffer() = default;
  RefcountedBuffer(const RefcountedBuffer&) = delete;
  RefcountedBuffer& operator=(const RefcountedBuffer&) = delete;

  void replace(std::size_t size) {
    IntrusiveBytes fresh(size);
    std::lock_guard lock(mutex_);
    std::swap(bytes_, fresh);
  }

  std::size_t size() const { return current().size(); }

  std::size_t sizeTwice() const {
    const IntrusiveBytes first = current();
    const IntrusiveBytes second = first; // NOLINT: the copy is the point
    return first.size() + second.size();
  }

private:
  IntrusiveBytes current() const {
    std::lock_guard lock(mutex_);
    return bytes_;
  }

  mutable std::mutex mutex_;
  IntrusiveBytes bytes_;
};
