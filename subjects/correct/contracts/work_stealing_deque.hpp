// SPDX-License-Identifier: Apache-2.0
// The deque of Chase and Lev with a fixed size: the owner pushes and pops at the bottom, other threads steal at the top. A steal
// that loses a race returns nothing.
// WRONG: pop() does not compete for the last task.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

class WorkStealingDeque {
public:
  WorkStealingDeque() = default;
  WorkStealingDeque(const WorkStealingDeque&) = delete;
  WorkStealingDeque& operator=(const WorkStealingDeque&) = delete;

  // Owner.
  bool push(int task) {
    const std::int64_t bottom = bottom_.load();
    if (bottom - top_.load() >= kRoom)
      return false;
    tasks_[static_cast<std::size_t>(bottom % kRoom)].store(task);
    bottom_.store(bottom + 1);
    return true;
  }

  // Owner.
  std::optional<int> pop() {
    const std::int64_t bottom = bottom_.load() - 1;
    bottom_.store(bottom);
    std::int64_t top = top_.load();
    if (top > bottom) {
      bottom_.store(bottom + 1);
      return std::nullopt;
    }
    const int task = tasks_[static_cast<std::size_t>(bottom % kRoom)].load();
    if (top < bottom)
      return task;
#ifdef WRONG
    top_.store(top + 1);
    bottom_.store(bottom + 1);
    return task;
#else
    const bool won = top_.compare_exchange_strong(top, top + 1);
    bottom_.store(bottom + 1);
    return won ? std::optional(task) : std::nullopt;
#endif
  }

  // Any thread.
  std::optional<int> steal() {
    std::int64_t top = top_.load();
    const std::int64_t bottom = bottom_.load();
    if (top >= bottom)
      return std::nullopt;
    const int task = tasks_[static_cast<std::size_t>(top % kRoom)].load();
    if (!top_.compare_exchange_strong(top, top + 1))
      return std::nullopt;
    return task;
  }

private:
  static constexpr std::int64_t kRoom = 4;
  std::array<std::atomic<int>, kRoom> tasks_{};
  std::atomic<std::int64_t> top_{0};
  std::atomic<std::int64_t> bottom_{0};
};
