// SPDX-License-Identifier: Apache-2.0
// The class of the README with an observer that returns nothing.
//
// Without the fault: one lock over the check and the sale.
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
    {
      std::lock_guard lock(mutex_);
      if (items_ == 0)
        return false;
      --items_;
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
