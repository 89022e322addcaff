// SPDX-License-Identifier: Apache-2.0
// The class of the README with a lock that is waited for at most 20 ms.
//
// Without the fault: one lock over the check and the sale.
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
    std::unique_lock lock(mutex_, std::chrono::milliseconds(20));
    if (!lock || items_ == 0)
      return false;
    --items_;
    return true;
  }

private:
  mutable std::timed_mutex mutex_;
  int items_;
};
