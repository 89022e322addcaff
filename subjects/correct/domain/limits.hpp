// SPDX-License-Identifier: Apache-2.0
// Two limits that always satisfy low <= high.
// WRONG: set() changes them in two critical sections.
#pragma once

#include <mutex>
#include <stdexcept>
#include <utility>

class Limits {
public:
  Limits() = default;
  Limits(const Limits&) = delete;
  Limits& operator=(const Limits&) = delete;

  void set(int low, int high) {
    if (low > high)
      throw std::invalid_argument("Limits: low above high");
#ifdef WRONG
    {
      std::lock_guard lock(mutex_);
      low_ = low;
    }
    std::lock_guard lock(mutex_);
    high_ = high;
#else
    std::lock_guard lock(mutex_);
    low_ = low;
    high_ = high;
#endif
  }

  bool contains(int value) const {
    std::lock_guard lock(mutex_);
    return low_ <= value && value <= high_;
  }

  std::pair<int, int> get() const {
    std::lock_guard lock(mutex_);
    return {low_, high_};
  }

private:
  mutable std::mutex mutex_;
  int low_ = 0;
  int high_ = 10;
};
