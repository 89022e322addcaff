// SPDX-License-Identifier: Apache-2.0
// The README's class; sell() returns nothing, and tells an observer about each sale.
// WRONG: sell() looks at the stock and takes from it in two critical sections.
#pragma once

#include <functional>
#include <mutex>
#include <utility>

class Stock {
public:
  explicit Stock(bool stocked) : items_(stocked ? 1 : 0) {}

  void onSale(std::function<void()> observer) {
    std::lock_guard lock(mutex_);
    observer_ = std::move(observer);
  }
  void sell() {
    std::function<void()> observer;
    {
#ifdef WRONG
      {
        std::lock_guard lock(mutex_);
        if (items_ == 0)
          return;
      }
      std::lock_guard lock(mutex_);
#else
      std::lock_guard lock(mutex_);
      if (items_ == 0)
        return;
#endif
      --items_;
      observer = observer_;
    }
    if (observer)
      observer();
  }

private:
  std::mutex mutex_;
  int items_;
  std::function<void()> observer_;
};
