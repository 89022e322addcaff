// SPDX-License-Identifier: Apache-2.0
// A queue for one producer and one consumer: each index is written by one side alone.
// WRONG: the producer publishes the index before the item.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>

class SpscQueue {
public:
  SpscQueue() = default;
  SpscQueue(const SpscQueue&) = delete;
  SpscQueue& operator=(const SpscQueue&) = delete;

  // Producer.
  bool push(int item) {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) == kRoom)
      return false;
#ifdef WRONG
    tail_.store(tail + 1, std::memory_order_release);
    items_[tail % kRoom] = item;
#else
    items_[tail % kRoom] = item;
    tail_.store(tail + 1, std::memory_order_release);
#endif
    return true;
  }

  // Producer.
  bool full() const {
    return tail_.load(std::memory_order_relaxed) - head_.load(std::memory_order_acquire) == kRoom;
  }

  // Consumer.
  std::optional<int> pop() {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire))
      return std::nullopt;
    const int item = items_[head % kRoom];
    head_.store(head + 1, std::memory_order_release);
    return item;
  }

  // Consumer.
  bool empty() const {
    return head_.load(std::memory_order_relaxed) == tail_.load(std::memory_order_acquire);
  }

private:
  static constexpr std::size_t kRoom = 2;
  std::array<int, kRoom> items_{};
  std::atomic<std::size_t> head_{0};
  std::atomic<std::size_t> tail_{0};
};
