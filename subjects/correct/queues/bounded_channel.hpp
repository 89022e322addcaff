// SPDX-License-Identifier: Apache-2.0
// A channel with room for two items. close() wakes everything that waits: senders get false, receivers the rest.
// WRONG: close() wakes the receivers alone.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

template <typename T>
class BoundedChannel {
public:
  BoundedChannel() = default;
  BoundedChannel(const BoundedChannel&) = delete;
  BoundedChannel& operator=(const BoundedChannel&) = delete;

  bool send(T item) {
    std::unique_lock lock(mutex_);
    notFull_.wait(lock, [this] { return closed_ || items_.size() < kRoom; });
    if (closed_)
      return false;
    items_.push_back(std::move(item));
    notEmpty_.notify_one();
    return true;
  }

  std::optional<T> receive() {
    std::unique_lock lock(mutex_);
    notEmpty_.wait(lock, [this] { return closed_ || !items_.empty(); });
    if (items_.empty())
      return std::nullopt;
    std::optional<T> item(std::move(items_.front()));
    items_.pop_front();
    notFull_.notify_one();
    return item;
  }

  void close() {
    std::lock_guard lock(mutex_);
    closed_ = true;
    notEmpty_.notify_all();
#ifndef WRONG
    notFull_.notify_all();
#endif
  }

private:
  static constexpr std::size_t kRoom = 2;
  std::mutex mutex_;
  std::condition_variable notEmpty_;
  std::condition_variable notFull_;
  std::deque<T> items_;
  bool closed_ = false;
};
