// SPDX-License-Identifier: Apache-2.0
// An unbounded queue. Shape: lost wake-up, the notification is decided from a stale size.
//
// Fault: push() notifies only if the queue was empty, but it looks before it locks. A consumer that takes the last
// item in between and returns for the next one sleeps although the new item is there.
// Fails: pop(); pop() | push(item) with one item in the queue, or pop() | pop() | push(item): a consumer sleeps
// forever.
#pragma once

#include <atomic>
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
    const bool wasEmpty = size_ == 0; // saves a system call when no thread can be waiting
    {
      std::lock_guard lock(mutex_);
      items_.push_back(item);
      ++size_;
    }
    if (wasEmpty)
      notEmpty_.notify_all();
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
    --size_;
    return item;
  }

  mutable std::mutex mutex_;
  std::condition_variable notEmpty_;
  std::deque<int> items_;
  std::atomic<std::size_t> size_{0}; // of items_, to be read without the lock
};
