// SPDX-License-Identifier: Apache-2.0
// A barrier for two that can be used again and again: threads wait for the end of their round.
// WRONG: waits until no thread waits any more, which a fast thread of the next round prevents.
#pragma once

#include <condition_variable>
#include <mutex>

class RoundTable {
public:
  RoundTable() = default;
  RoundTable(const RoundTable&) = delete;
  RoundTable& operator=(const RoundTable&) = delete;

  void meet() {
    std::unique_lock lock(mutex_);
    if (++waiting_ == 2) {
      waiting_ = 0;
      ++round_;
      complete_.notify_all();
      return;
    }
#ifdef WRONG
    complete_.wait(lock, [this] { return waiting_ == 0; });
#else
    const unsigned mine = round_;
    complete_.wait(lock, [&] { return round_ != mine; });
#endif
  }

  int waiting() const {
    std::lock_guard lock(mutex_);
    return waiting_;
  }

private:
  mutable std::mutex mutex_;
  std::condition_variable complete_;
  int waiting_ = 0;
  unsigned round_ = 0;
};
