// SPDX-License-Identifier: Apache-2.0
// A counter of litres.
//
// A correction is an addition like others.
#pragma once

#include <mutex>

namespace plant {

class FlowMeter {
public:
  void add(int litres) {
    std::lock_guard<std::mutex> lock(mutex_);
    litres_ += litres;
  }

  int litres() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return litres_;
  }

private:
  mutable std::mutex mutex_;
  int litres_ = 0;
};

} // namespace plant
