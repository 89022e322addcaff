// SPDX-License-Identifier: Apache-2.0
// The class of the README with a random number for each sale.
//
// Without the fault: one lock over the check and the sale.
#pragma once

#include <mutex>
#include <random>

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
    ticket_ = std::random_device{}();
    return true;
  }

private:
  mutable std::mutex mutex_;
  int items_;
  unsigned ticket_ = 0;
};
