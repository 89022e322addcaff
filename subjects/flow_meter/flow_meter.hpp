// SPDX-License-Identifier: Apache-2.0
// A counter of litres.
//
// Fault: a correction, which is negative, reads the counter and writes it under a second lock. Whether clients may
// correct at all is not written down.
// Fails: add(-1) | add(-1), only with negative arguments.
#pragma once

#include <mutex>

namespace plant {

class FlowMeter {
public:
  void add(int litres) {
    if (litres < 0)
      return correct(litres);
    std::lock_guard<std::mutex> lock(mutex_);
    litres_ += litres;
  }

  int litres() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return litres_;
  }

private:
  void correct(int litres) {
    const int before = this->litres();
    std::lock_guard<std::mutex> lock(mutex_);
    litres_ = before + litres; // BUG
  }

  mutable std::mutex mutex_;
  int litres_ = 0;
};

} // namespace plant
