// SPDX-License-Identifier: Apache-2.0
// A stock whose sales pause for a moment without the lock.
// WRONG: does not look again after the pause, so two sales can sell the last item.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

class SlowCheckout {
public:
  explicit SlowCheckout(int items) : items_(items < 0 ? 0 : items % 10) {}
  SlowCheckout(const SlowCheckout&) = delete;
  SlowCheckout& operator=(const SlowCheckout&) = delete;

  bool sell() {
    std::unique_lock lock(mutex_);
    if (items_ == 0)
      return false;
    pause_.wait_for(lock, std::chrono::milliseconds(5));
#ifndef WRONG
    if (items_ == 0)
      return false;
#endif
    --items_;
    return true;
  }

  int items() const {
    std::lock_guard lock(mutex_);
    return items_;
  }

private:
  mutable std::mutex mutex_;
  std::condition_variable pause_;
  int items_;
};
