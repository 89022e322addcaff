// SPDX-License-Identifier: Apache-2.0
// Statistics of a cache. Negative control: relaxed counters.
//
// Each counter is a relaxed atomic, and no method combines two of them. There is no data race, and every result is
// that of some serial order, so nothing may be reported.
#pragma once

#include <atomic>

class HitCounter {
public:
  HitCounter() = default;
  HitCounter(const HitCounter&) = delete;
  HitCounter& operator=(const HitCounter&) = delete;

  void hit() { hits_.fetch_add(1, std::memory_order_relaxed); }
  void miss() { misses_.fetch_add(1, std::memory_order_relaxed); }

  // Raises the mark to `value` unless it is higher already.
  void longest(unsigned value) {
    unsigned seen = longest_.load(std::memory_order_relaxed);
    while (seen < value &&
           !longest_.compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
    }
  }

  unsigned hits() const { return hits_.load(std::memory_order_relaxed); }
  unsigned misses() const { return misses_.load(std::memory_order_relaxed); }
  unsigned longest() const { return longest_.load(std::memory_order_relaxed); }

  // Resets the hits to zero; returns how many there were.
  unsigned takeHits() { return hits_.exchange(0, std::memory_order_relaxed); }

private:
  std::atomic<unsigned> hits_{0};
  std::atomic<unsigned> misses_{0};
  std::atomic<unsigned> longest_{0};
};
