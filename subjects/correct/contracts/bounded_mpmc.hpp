// SPDX-License-Identifier: Apache-2.0
// A bounded queue for many producers and consumers. Each cell carries a sequence number that says whose turn it is (Vyukov).
// A full or an empty answer may be stale while another call is in between its two steps.
// WRONG: the consumer does not wait for the producer's sequence number.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>

class BoundedMpmc {
public:
  BoundedMpmc() {
    for (std::size_t at = 0; at < kRoom; ++at)
      cells_[at].sequence.store(at, std::memory_order_relaxed);
  }
  BoundedMpmc(const BoundedMpmc&) = delete;
  BoundedMpmc& operator=(const BoundedMpmc&) = delete;

  bool tryPush(int value) {
    std::size_t position = tail_.load(std::memory_order_relaxed);
    for (;;) {
      Cell& cell = cells_[position % kRoom];
      const std::size_t sequence = cell.sequence.load(std::memory_order_acquire);
      if (sequence == position) {
        if (tail_.compare_exchange_weak(position, position + 1, std::memory_order_relaxed)) {
          cell.value = value;
          cell.sequence.store(position + 1, std::memory_order_release);
          return true;
        }
      } else if (sequence < position) {
        return false;
      } else {
        position = tail_.load(std::memory_order_relaxed);
      }
    }
  }

  std::optional<int> tryPop() {
    std::size_t position = head_.load(std::memory_order_relaxed);
    for (;;) {
      Cell& cell = cells_[position % kRoom];
      const std::size_t sequence = cell.sequence.load(std::memory_order_acquire);
#ifdef WRONG
      if (sequence == position + 1 || tail_.load() > position) {
#else
      if (sequence == position + 1) {
#endif
        if (head_.compare_exchange_weak(position, position + 1, std::memory_order_relaxed)) {
          const int value = cell.value;
          cell.sequence.store(position + kRoom, std::memory_order_release);
          return value;
        }
      } else if (sequence < position + 1) {
        return std::nullopt;
      } else {
        position = head_.load(std::memory_order_relaxed);
      }
    }
  }

private:
  static constexpr std::size_t kRoom = 4;
  struct Cell {
    std::atomic<std::size_t> sequence;
    int value = 0;
  };
  std::array<Cell, kRoom> cells_;
  std::atomic<std::size_t> tail_{0};
  std::atomic<std::size_t> head_{0};
};
