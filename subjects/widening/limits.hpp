// SPDX-License-Identifier: Apache-2.0
// The limits of accepted values. A range that begins above the old one is written in two steps, so that a reader can see a
// range that is upside down. This needs two arguments in the right relation to each other and to the old limits; each
// is valid alone. With -DFIXED it is correct.
#pragma once

#include <mutex>
#include <stdexcept>

class Limits {
public:
  void setLimits(int low, int high) {
    if (low < 10 || low >= high)
      throw std::invalid_argument("Limits: not a range");
    std::unique_lock lock(mutex_);
#ifndef FIXED
    if (low > high_) {
      low_ = low;
      lock.unlock(); // BUG
      lock.lock();
    }
#endif
    low_ = low;
    high_ = high;
  }

  bool accepts(int value) const {
    std::lock_guard lock(mutex_);
    return low_ <= value && value < high_;
  }

  int width() const {
    std::lock_guard lock(mutex_);
    return high_ - low_;
  }

private:
  mutable std::mutex mutex_;
  int low_ = 10;
  int high_ = 50;
};
