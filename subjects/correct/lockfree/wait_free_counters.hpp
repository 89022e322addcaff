// SPDX-License-Identifier: Apache-2.0
// Independent counters.
// WRONG: raise() is a load and a store.
#pragma once

#include <atomic>

class WaitFreeCounters {
public:
  WaitFreeCounters() = default;
  WaitFreeCounters(const WaitFreeCounters&) = delete;
  WaitFreeCounters& operator=(const WaitFreeCounters&) = delete;

  unsigned hit() { return hits_.fetch_add(1, std::memory_order_relaxed) + 1; }
  unsigned hits() const { return hits_.load(std::memory_order_relaxed); }

  // Raises the high-water mark; returns whether it did.
  bool raise(unsigned mark) {
    unsigned seen = mark_.load(std::memory_order_relaxed);
#ifdef WRONG
    if (seen >= mark)
      return false;
    mark_.store(mark);
    return true;
#else
    while (seen < mark)
      if (mark_.compare_exchange_weak(seen, mark, std::memory_order_relaxed))
        return true;
    return false;
#endif
  }
  unsigned mark() const { return mark_.load(std::memory_order_relaxed); }

private:
  std::atomic<unsigned> hits_{0};
  std::atomic<unsigned> mark_{0};
};
