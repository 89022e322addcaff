// SPDX-License-Identifier: Apache-2.0
// A queue that counts the threads which wait for an element.
// WRONG: looks only once (`if`), although another thread may take the element before a thread that was woken continues.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>

class HungryQueue {
public:
  HungryQueue() = default;
  HungryQueue(const HungryQueue&) = delete;
  HungryQueue& operator=(const HungryQueue&) = delete;

  void push(int value) {
    std::lock_guard lock(mutex_);
    values_.push_back(value);
    filled_.notify_one();
  }

  int pop() {
    std::unique_lock lock(mutex_);
    ++hungry_;
#ifdef WRONG
    if (values_.empty())
#else
    while (values_.empty())
#endif
      filled_.wait(lock);
    --hungry_;
    const int value = values_.front();
    values_.pop_front();
    return value;
  }

  int hungry() const {
    std::lock_guard lock(mutex_);
    return hungry_;
  }

private:
  mutable std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<int> values_;
  int hungry_ = 0;
};
