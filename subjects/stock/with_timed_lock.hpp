// SPDX-License-Identifier: Apache-2.0
// The class of the README with a lock that is waited for at most 20 ms.
//
// Fault: sell() checks in one lock scope whether there is an item, and takes it in another.
// Fails: sell() | sell() with one item: both return true.
#pragma once

#include <chrono>
#include <mutex>

class Stock {
public:
  explicit Stock(int items) : items_(items) {}
  int items() const {
    std::lock_guard lock(mutex_);
    return items_;
  }
  bool sell() {
    if (items() == 0)
      return false;
    std::unique_lock lock(mutex_, std::chrono::milliseconds(20));
    if (!lock)
      return false;
    --items_; // BUG
    return true;
  }

private:
  mutable std::timed_mutex mutex_;
  int items_;
};
