// SPDX-License-Identifier: Apache-2.0
// A queue of limited size. Shape: lost wake-up, a waiter is not notified although its condition became true.
//
// Fault: clear() makes room and does not notify.
// Fails: push(item) | clear() with a full queue: the producer sleeps forever.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

template <class T>
class BoundedQueue {
public:
  explicit BoundedQueue(std::size_t capacity = 1) : capacity_(capacity == 0 ? 1 : capacity) {}
  BoundedQueue(const BoundedQueue&) = delete;
  BoundedQueue& operator=(const BoundedQueue&) = delete;

  // Waits for room.
  void push(T item) {
    std::unique_lock lock(mutex_);
    notFull_.wait(lock, [this] { return items_.size() < capacity_; });
    items_.push_back(std::move(item));
    notEmpty_.notify_one();
  }

  bool tryPush(T item) {
    std::lock_guard lock(mutex_);
    if (items_.size() >= capacity_)
      return false;
    items_.push_back(std::move(item));
    notEmpty_.notify_one();
    return true;
  }

  // Waits for an item.
  T pop() {
    std::unique_lock lock(mutex_);
    notEmpty_.wait(lock, [this] { return !items_.empty(); });
    T item = std::move(items_.front());
    items_.pop_front();
    notFull_.notify_one();
    return item;
  }

  std::optional<T> tryPop() {
    std::lock_guard lock(mutex_);
    if (items_.empty())
      return std::nullopt;
    T item = std::move(items_.front());
    items_.pop_front();
    notFull_.notify_one();
    return item;
  }

  // Returns how many items were discarded.
  std::size_t clear() {
    std::lock_guard lock(mutex_);
    std::size_t cleared = items_.size();
    items_.clear();
    return cleared;
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return items_.size();
  }

  std::size_t capacity() const { return capacity_; }

private:
  const std::size_t capacity_;
  mutable std::mutex mutex_;
  std::condition_variable notFull_;
  std::condition_variable notEmpty_;
  std::deque<T> items_;
};
