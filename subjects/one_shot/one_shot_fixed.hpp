// SPDX-License-Identifier: Apache-2.0
// Something that may happen once: the fixed twin of one_shot.hpp.
//
// The flag is atomic, tested and set in one step.
#pragma once

#include <atomic>

class OneShot {
public:
  // Returns whether this call was the one.
  bool fire() { return !fired_.exchange(true); }

  bool fired() const { return fired_; }
  void rearm() { fired_ = false; }

private:
  std::atomic<bool> fired_{false};
};
