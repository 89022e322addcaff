// SPDX-License-Identifier: Apache-2.0
// An unbounded queue; pop() waits.
// WRONG: pop() waits with `if`, so a thread that was overtaken takes from an empty queue.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

template <typename T>
class BlockingQueue {
public:
  BlockingQueue() = default;
  BlockingQueue(const BlockingQueue&) = delete;
  BlockingQueue& operator=(const BlockingQueue&) = delete;

  void push(T item) {
    {
      std::lock_guard lock(mutex_);
      items_.push_back(std::move(item));
    }
#ifdef WRONG
    notEmpty_.notify_all();
#else
    notEmpty_.notify_one();
#endif
  }

  T pop() {
    std::unique_lock lock(mutex_);
#ifdef WRONG
    if (items_.empty())
      notEmpty_.wait(lock);
#else
    notEmpty_.wait(lock, [this] { return !items_.empty(); });
#endif
    return take();
  }

  std::optional<T> tryPop() {
    std::lock_guard lock(mutex_);
    if (items_.empty())
      return std::nullopt;
    return take();
  }

private:
  T take() {
    T item = std::move(items_.front());
    items_.pop_front();
    return item;
  }

  std::mutex mutex_;
  std::condition_variable notEmpty_;
  std::deque<T> items_;
};
