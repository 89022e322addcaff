// SPDX-License-Identifier: Apache-2.0
// The README's class with a timed mutex: a sale that does not get the lock in time is refused.
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
    std::unique_lock lock(mutex_, std::chrono::milliseconds(100));
    if (!lock)
      return false;
#else
    std::unique_lock lock(mutex_, std::chrono::milliseconds(100));
    if (!lock || items_ == 0)
      return false;
#endif
    --items_;
    return true;
  }

private:
  mutable std::timed_mutex mutex_;
  int items_;
};
