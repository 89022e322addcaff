// SPDX-License-Identifier: Apache-2.0
// The class of the README with the time of the last sale.
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
    std::lock_guard lock(mutex_);
    if (items_ == 0)
      return false;
    --items_;
    last_ = std::chrono::steady_clock::now();
    return true;
  }

private:
  mutable std::mutex mutex_;
  int items_;
  std::chrono::steady_clock::time_point last_;
};
