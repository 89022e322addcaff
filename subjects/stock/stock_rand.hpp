// SPDX-License-Identifier: Apache-2.0
// The README's class; a sale takes one or two items, by a generator that is seeded from the system.
// WRONG: sell() looks at the stock and takes from it in two critical sections.
#pragma once

#include <cstdlib>
#include <mutex>
#include <random>

class Stock {
public:
  explicit Stock(int items) : items_(items), random_(std::random_device{}()) {}
  int items() const {
    std::lock_guard lock(mutex_);
    return items_;
  }
  bool sell() {
#ifdef WRONG
    if (items() <= 0)
      return false;
    std::lock_guard lock(mutex_);
#else
    std::lock_guard lock(mutex_);
    if (items_ <= 0)
      return false;
#endif
    items_ -= static_cast<int>(random_() % 2) + 1;
    return true;
  }

private:
  mutable std::mutex mutex_;
  int items_;
  std::mt19937 random_;
};
