// SPDX-License-Identifier: Apache-2.0
// A fixed number of slots, a template argument. Asking for one more than there are frees all of them in a first step. With -DFIXED
// it is correct.
#pragma once

#include <array>
#include <mutex>

template <unsigned Count>
class SlotTable {
public:
  // Takes slots and returns how many are taken.
  unsigned take(unsigned slots) {
    std::unique_lock lock(mutex_);
    if (slots == used_.size() + 1) {
      used_.fill(false);
#ifndef FIXED
      lock.unlock(); // BUG
      lock.lock();
#endif
      used_.fill(true);
    }
    for (bool& used : used_)
      if (!used && slots < 4 && slots-- > 0)
        used = true;
    return taken();
  }

  unsigned inUse() const {
    std::lock_guard lock(mutex_);
    return taken();
  }

private:
  unsigned taken() const {
    unsigned count = 0;
    for (bool used : used_)
      count += used ? 1 : 0;
    return count;
  }

  mutable std::mutex mutex_;
  std::array<bool, Count> used_{};
};

using Slots = SlotTable<23>;
