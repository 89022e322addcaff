// SPDX-License-Identifier: Apache-2.0
// The README's class with an atomic number, and a pause after a failed attempt.
// WRONG: sell() compares and decrements in two steps.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

class Stock {
public:
  explicit Stock(int items) : items_(items) {}
  int items() const { return items_.load(); }
  bool sell() {
#ifdef WRONG
    if (items_.load() == 0)
      return false;
    items_.fetch_sub(1);
    return true;
#else
    int items = items_.load();
    while (items != 0) {
      if (items_.compare_exchange_strong(items, items - 1))
        return true;
      std::this_thread::sleep_for(std::chrono::microseconds(10));
    }
    return false;
#endif
  }

private:
  std::atomic<int> items_;
};
