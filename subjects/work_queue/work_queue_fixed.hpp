// SPDX-License-Identifier: Apache-2.0
// An unbounded queue: the fixed twin of work_queue.hpp.
//
// push() always notifies.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>

class WorkQueue {
public:
  WorkQueue() = default;
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;

  void push(int item) {
    {
      std::lock_guard lock(mutex_);
      items_.push_back(item);
    }
    notEmpty_.notify_one();
  }

  // Waits for an item.
  int pop() {
    std::unique_lock lock(mutex_);
    notEmpty_.wait(lock, [this] { return !items_.empty(); });
    return take();
  }

  std::optional<int> tryPop() {
    std::lock_guard lock(mutex_);
    if (items_.empty())
      return std::nullopt;
    return take();
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return items_.size();
  }

  bool empty() const { return size() == 0; }

private:
  int take() {
    int item = items_.front();
    items_.pop_front();
    return item;
  }

  mutable std::mutex mutex_;
  std::condition_variable notEmpty_;
  std::deque<int> items_;
};
