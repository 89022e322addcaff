// SPDX-License-Identifier: Apache-2.0
// The README's class; a query returns the time of the last sale, and a sale its own.
// WRONG: sell() looks at the stock and takes from it in two critical sections.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>

class Stock {
public:
  using Time = std::chrono::system_clock::time_point;

  explicit Stock(int items) : items_(items) {}
  int items() const {
    std::lock_guard lock(mutex_);
    return items_;
  }
  std::optional<Time> sell() {
#ifdef WRONG
    if (items() == 0)
      return std::nullopt;
    std::lock_guard lock(mutex_);
#else
    std::lock_guard lock(mutex_);
    if (items_ == 0)
      return std::nullopt;
#endif
    --items_;
    last_ = std::chrono::system_clock::now();
    return last_;
  }
  Time last() const {
    std::lock_guard lock(mutex_);
    return last_;
  }

private:
  mutable std::mutex mutex_;
  int items_;
  Time last_;
};
