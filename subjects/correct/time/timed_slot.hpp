// SPDX-License-Identifier: Apache-2.0
// One slot; put() and take() give up after 10 ms.
// WRONG: take() leaves the item in the slot until it has the lock again.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>

class TimedSlot {
public:
  TimedSlot() = default;
  TimedSlot(const TimedSlot&) = delete;
  TimedSlot& operator=(const TimedSlot&) = delete;

  bool put(int item) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, kPatience, [this] { return !item_; }))
      return false;
    item_ = item;
    changed_.notify_all();
    return true;
  }

  std::optional<int> take() {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, kPatience, [this] { return item_.has_value(); }))
      return std::nullopt;
    const std::optional<int> item = item_;
#ifdef WRONG
    lock.unlock();
    lock.lock();
#endif
    item_.reset();
    changed_.notify_all();
    return item;
  }

private:
  static constexpr std::chrono::milliseconds kPatience{10};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<int> item_;
};
