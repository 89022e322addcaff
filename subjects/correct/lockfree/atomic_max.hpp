// SPDX-License-Identifier: Apache-2.0
// The largest value that was offered.
#pragma once

#include <algorithm>
#include <atomic>
#include <limits>
#include <thread>
#include <utility>

template <typename T>
class AtomicMax {
public:
  AtomicMax() = default;
  AtomicMax(const AtomicMax&) = delete;
  AtomicMax& operator=(const AtomicMax&) = delete;

  void offer(T value) {
    T seen = largest_.load(std::memory_order_relaxed);
    while (seen < value && !largest_.compare_exchange_weak(seen, value)) {
    }
  }

  T largest() const { return largest_.load(); }

  // Starts over; returns the largest value so far.
  T reset() { return largest_.exchange(std::numeric_limits<T>::lowest()); }

private:
  std::atomic<T> largest_{std::numeric_limits<T>::lowest()};
};
