// SPDX-License-Identifier: Apache-2.0
// The README's class with an abstract listener that is told how many items are left.
// WRONG: sell() looks at the stock and takes from it in two critical sections.
#pragma once

#include <memory>
#include <mutex>
#include <utility>

class SaleListener {
public:
  virtual ~SaleListener() = default;
  virtual void sold(int left) = 0;
};

class Stock {
public:
  Stock(int items, std::shared_ptr<SaleListener> listener)
      : items_(items), listener_(std::move(listener)) {}

  void sell() {
    int left;
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
      left = --items_;
    }
    if (listener_)
      listener_->sold(left);
  }

private:
  std::mutex mutex_;
  int items_;
  const std::shared_ptr<SaleListener> listener_;
};
