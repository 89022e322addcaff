// SPDX-License-Identifier: Apache-2.0
// The README's class with an invariant: what was delivered is sold or in stock.
// WRONG: a refund breaks it, with one thread already.
#pragma once

#include <mutex>

class Stock {
public:
  Stock() = default;
  void deliver() {
    std::lock_guard lock(mutex_);
    ++delivered_;
    ++items_;
  }
  bool sell() {
    std::lock_guard lock(mutex_);
    if (items_ == 0)
      return false;
    --items_;
    ++sold_;
    return true;
  }
  bool refund() {
    std::lock_guard lock(mutex_);
    if (sold_ == 0)
      return false;
    ++items_;
#ifndef WRONG
    --sold_;
#endif
    return true;
  }
  bool balanced() const {
    std::lock_guard lock(mutex_);
    return delivered_ == items_ + sold_;
  }

private:
  mutable std::mutex mutex_;
  int delivered_ = 0;
  int items_ = 0;
  int sold_ = 0;
};
