// SPDX-License-Identifier: Apache-2.0
// The README's class, with the time of the last sale.
// WRONG: sell() looks at the stock and takes from it in two critical sections.
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
#ifdef WRONG
    if (items() == 0)
      return false;
    std::lock_guard lock(mutex_);
#else
    std::lock_guard lock(mutex_);
    if (items_ == 0)
      return false;
#endif
    --items_;
    last_ = std::chrono::steady_clock::now();
    return true;
  }

private:
  mutable std::mutex mutex_;
  int items_;
  std::chrono::steady_clock::time_point last_;
};
