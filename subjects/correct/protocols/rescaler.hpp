// SPDX-License-Identifier: Apache-2.0
// A limit and a current value. With limits near the largest number the clamped steps would overflow; callers use small ones.
// WRONG: grow() checks the limit and adds in two critical sections.
#pragma once

#include <mutex>

class Rescaler {
public:
  Rescaler() = default;
  Rescaler(const Rescaler&) = delete;
  Rescaler& operator=(const Rescaler&) = delete;

  // Grows by `step` if there is room.
  bool grow(unsigned step) {
#ifdef WRONG
    if (room() < step)
      return false;
    std::lock_guard lock(mutex_);
#else
    std::lock_guard lock(mutex_);
    if (kLimit - used_ < step)
      return false;
#endif
    used_ += step;
    return true;
  }

  unsigned room() const {
    std::lock_guard lock(mutex_);
    return kLimit - used_;
  }

private:
  static constexpr unsigned kLimit = 1;
  mutable std::mutex mutex_;
  unsigned used_ = 0;
};
