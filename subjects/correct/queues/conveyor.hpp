// SPDX-License-Identifier: Apache-2.0
// One slot between a producer and a consumer; put() waits for an empty slot, take() for a full one.
// WRONG: one condition variable with notify_one() for both kinds of waiters.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>

class Conveyor {
public:
  Conveyor() = default;
  Conveyor(const Conveyor&) = delete;
  Conveyor& operator=(const Conveyor&) = delete;

  void put(int item) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !slot_; });
    slot_ = item;
    wake();
  }

  int take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return slot_.has_value(); });
    const int item = *slot_;
    slot_.reset();
    wake();
    return item;
  }

private:
  void wake() {
#ifdef WRONG
    changed_.notify_one();
#else
    changed_.notify_all();
#endif
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<int> slot_;
};
