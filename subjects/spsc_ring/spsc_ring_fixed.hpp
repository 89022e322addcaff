// SPDX-License-Identifier: Apache-2.0
// A ring of numbers that two threads share. Its comments say who may call what: without them, correct code would be reported.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>

// For a single producer and a single consumer.
class SpscRing {
public:
  // False if the ring is full.
  bool push(int value) {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) == kSlots)
      return false;
    slots_[tail % kSlots] = value;
    tail_.store(tail + 1, std::memory_order_release);
    return true;
  }

  // Nothing if the ring is empty.
  std::optional<int> pop() {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire))
      return std::nullopt;
    const int value = slots_[head % kSlots];
    head_.store(head + 1, std::memory_order_release);
    return value;
  }

  // Forgets all numbers. Not thread-safe.
  void reset() {
    head_.store(0, std::memory_order_relaxed);
    tail_.store(0, std::memory_order_relaxed);
    slots_.fill(0);
  }

private:
  static constexpr std::size_t kSlots = 4;
  std::array<int, kSlots> slots_{};
  std::atomic<std::size_t> head_{0};
  std::atomic<std::size_t> tail_{0};
};
