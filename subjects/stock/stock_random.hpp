// SPDX-License-Identifier: Apache-2.0
// The README's class; each sale gets a random receipt number.
// WRONG: sell() looks at the stock and takes from it in two critical sections.
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
  // 0 if nothing is left.
  unsigned sell() {
#ifdef WRONG
    if (items() == 0)
      return 0;
    std::lock_guard lock(mutex_);
#else
    std::lock_guard lock(mutex_);
    if (items_ == 0)
      return 0;
#endif
    --items_;
    return random_() | 1U;
  }

private:
  mutable std::mutex mutex_;
  int items_;
  std::random_device random_;
};
