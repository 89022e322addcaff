// SPDX-License-Identifier: Apache-2.0
// The lowest and the highest price that is accepted. A band that lies above the old one is written in two steps. With -DFIXED it is
// correct.
#pragma once

#include <mutex>
#include <stdexcept>

class PriceBand {
public:
  void setBand(double lowest, double highest) {
    if (!(lowest >= 2 && highest > lowest))
      throw std::invalid_argument("PriceBand: not a band");
    std::unique_lock lock(mutex_);
#ifndef FIXED
    if (lowest > highest_) {
      lowest_ = lowest;
      lock.unlock(); // BUG
      lock.lock();
    }
#endif
    lowest_ = lowest;
    highest_ = highest;
  }

  double spread() const {
    std::lock_guard lock(mutex_);
    return highest_ - lowest_;
  }

private:
  mutable std::mutex mutex_;
  double lowest_ = 2;
  double highest_ = 4;
};
