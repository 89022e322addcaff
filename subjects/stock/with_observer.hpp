// SPDX-License-Identifier: Apache-2.0
// The class of the README with an observer that returns nothing.
//
// Fault: sell() checks in one lock scope whether there is an item, and takes it in another.
// Fails: sell() | sell() with one item: both return true.
#pragma once

#include <functional>
#include <mutex>
#include <utility>

class Stock {
public:
  Stock(int items, std::function<void()> sold) : items_(items), sold_(std::move(sold)) {}
  int items() const {
    std::lock_guard lock(mutex_);
    return items_;
  }
  bool sell() {
    if (items() == 0)
      return false;
    {
      std::lock_guard lock(mutex_);
      --items_; // BUG
    }
    if (sold_)
      sold_();
    return true;
  }

private:
  mutable std::mutex mutex_;
  int items_;
  const std::function<void()> sold_;
};
