// SPDX-License-Identifier: Apache-2.0
// A bounded queue with a mutex, two condition variables and a deque; ITEMS items go through it.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <thread>

class BoundedQueue {
public:
  explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) {}

  void put(int item) {
    std::unique_lock lock(mutex_);
    notFull_.wait(lock, [&] { return items_.size() < capacity_; });
    items_.push_back(item);
    notEmpty_.notify_one();
  }

  int get() {
    std::unique_lock lock(mutex_);
    notEmpty_.wait(lock, [&] { return !items_.empty(); });
    int item = items_.front();
    items_.pop_front();
    notFull_.notify_one();
    return item;
  }

private:
  std::mutex mutex_;
  std::condition_variable notEmpty_;
  std::condition_variable notFull_;
  std::deque<int> items_;
  std::size_t capacity_;
};

inline void body() {
  BoundedQueue queue(2);
  int sum = 0;
  std::thread producer([&] {
    for (int i = 0; i < ITEMS; ++i)
      queue.put(i);
  });
  std::thread consumer([&] {
    for (int i = 0; i < ITEMS; ++i)
      sum += queue.get();
  });
  producer.join();
  consumer.join();
  if (sum != ITEMS * (ITEMS - 1) / 2)
    std::abort();
}
