// SPDX-License-Identifier: Apache-2.0
// Two faults on one variable: take() checks and acts under two locks, and reset() takes no lock.
#pragma once

#include <mutex>

class TillAndReset {
public:
  bool take() {
    {
      std::lock_guard lock(mutex_);
      if (coins_ == 0)
        return false;
    }
    std::lock_guard lock(mutex_); // BUG
    --coins_;
    return true;
  }
  void put() {
    std::lock_guard lock(mutex_);
    ++coins_;
  }
  int coins() const {
    std::lock_guard lock(mutex_);
    return coins_;
  }
  void reset() { coins_ = 1; } // BUG

private:
  mutable std::mutex mutex_;
  int coins_ = 1;
};
