// SPDX-License-Identifier: Apache-2.0
// Two counters that are updated one after the other; mean() may see one without the other, which its users accept.
// WRONG: count() loses updates.
#pragma once

#include <atomic>

class ApproximateCounter {
public:
  ApproximateCounter() = default;
  ApproximateCounter(const ApproximateCounter&) = delete;
  ApproximateCounter& operator=(const ApproximateCounter&) = delete;

  void add(unsigned amount) {
    sum_.fetch_add(amount % 1000, std::memory_order_relaxed);
#ifdef WRONG
    count_.store(count_.load() + 1);
#else
    count_.fetch_add(1, std::memory_order_relaxed);
#endif
  }

  unsigned mean() const {
    const unsigned count = count_.load(std::memory_order_relaxed);
    return count ? sum_.load(std::memory_order_relaxed) / count : 0;
  }

  unsigned count() const { return count_.load(std::memory_order_relaxed); }

private:
  std::atomic<unsigned> sum_{0};
  std::atomic<unsigned> count_{0};
};
