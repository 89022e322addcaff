// SPDX-License-Identifier: Apache-2.0
// Two parties meet, again and again.
#pragma once

#include <condition_variable>
#include <mutex>

class CyclicBarrier {
public:
  CyclicBarrier() = default;
  CyclicBarrier(const CyclicBarrier&) = delete;
  CyclicBarrier& operator=(const CyclicBarrier&) = delete;

  // Returns the number of the round that was completed.
  unsigned arrive() {
    std::unique_lock lock(mutex_);
    const unsigned round = round_;
    if (++arrived_ == 2) {
      arrived_ = 0;
      ++round_;
      released_.notify_all();
    } else {
      released_.wait(lock, [&] { return round_ != round; });
    }
    return round;
  }

  unsigned rounds() const {
    std::lock_guard lock(mutex_);
    return round_;
  }

private:
  mutable std::mutex mutex_;
  std::condition_variable released_;
  int arrived_ = 0;
  unsigned round_ = 0;
};
