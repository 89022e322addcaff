// SPDX-License-Identifier: Apache-2.0
// The class of the README with a random number for each sale.
//
// Fault: sell() checks in one lock scope whether there is an item, and takes it in another.
// Fails: sell() | sell() with one item: both return true.
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
    if (items() == 0)
      return false;
    std::lock_guard lock(mutex_);
    --items_; // BUG
    ticket_ = std::random_device{}();
    return true;
  }

private:
  mutable std::mutex mutex_;
  int items_;
  unsigned ticket_ = 0;
};
