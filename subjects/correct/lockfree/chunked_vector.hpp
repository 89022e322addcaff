// SPDX-License-Identifier: Apache-2.0
// Grows without moving its elements: readers need no lock for elements that were published.
// WRONG: publishes the size before the element.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>

class ChunkedVector {
public:
  ChunkedVector() = default;
  ChunkedVector(const ChunkedVector&) = delete;
  ChunkedVector& operator=(const ChunkedVector&) = delete;

  // Returns the index, or -1 if it is full.
  int append(int value) {
    std::lock_guard lock(mutex_);
    const std::size_t at = size_.load(std::memory_order_relaxed);
    if (at == kChunks * kChunk)
      return -1;
    auto& chunk = chunks_[at / kChunk];
    if (!chunk)
      chunk = std::make_unique<std::array<int, kChunk>>();
#ifdef WRONG
    size_.store(at + 1, std::memory_order_release);
    (*chunk)[at % kChunk] = value;
#else
    (*chunk)[at % kChunk] = value;
    size_.store(at + 1, std::memory_order_release);
#endif
    return static_cast<int>(at);
  }

  std::optional<int> at(std::size_t index) const {
    if (index >= size_.load(std::memory_order_acquire))
      return std::nullopt;
    return (*chunks_[index / kChunk])[index % kChunk];
  }

  std::size_t size() const { return size_.load(std::memory_order_acquire); }

private:
  static constexpr std::size_t kChunk = 2, kChunks = 4;
  std::mutex mutex_;
  std::array<std::unique_ptr<std::array<int, kChunk>>, kChunks> chunks_;
  std::atomic<std::size_t> size_{0};
};
