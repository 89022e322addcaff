// SPDX-License-Identifier: Apache-2.0
// A work-stealing deque under one lock: the owner uses one end, thieves the other.
#pragma once

#include <deque>
#include <mutex>
#include <optional>

class LockedDeque {
public:
  LockedDeque() = default;
  LockedDeque(const LockedDeque&) = delete;
  LockedDeque& operator=(const LockedDeque&) = delete;

  void push(int task) {
    std::scoped_lock lock(mutex_);
    tasks_.push_back(task);
  }

  std::optional<int> pop() {
    std::scoped_lock lock(mutex_);
    if (tasks_.empty())
      return {};
    const int task = tasks_.back();
    tasks_.pop_back();
    return task;
  }

  std::optional<int> steal() {
    std::scoped_lock lock(mutex_);
    if (tasks_.empty())
      return {};
    const int task = tasks_.front();
    tasks_.pop_front();
    return task;
  }

  // Moves half of the tasks of `victim` here. Both locks are taken together.
  std::size_t stealHalf(LockedDeque& victim) {
    if (&victim == this)
      return 0;
    std::scoped_lock lock(mutex_, victim.mutex_);
    const std::size_t count = (victim.tasks_.size() + 1) / 2;
    for (std::size_t moved = 0; moved < count; ++moved) {
      tasks_.push_back(victim.tasks_.front());
      victim.tasks_.pop_front();
    }
    return count;
  }

private:
  std::mutex mutex_;
  std::deque<int> tasks_;
};
