// SPDX-License-Identifier: Apache-2.0
// A range that readers read without a lock, under a sequence counter.
// DOES_NOT_RECHECK: a reader does not look whether a writer came in between.
// COUNTS_ONCE: a writer counts only after it has written, not before.
#pragma once

#include <atomic>

class Range {
public:
  void set(int low) {
    unsigned even;
    do {
      even = sequence_.load(std::memory_order_relaxed) & ~1u;
#ifdef COUNTS_ONCE
    } while (writing_.exchange(true));
#else
    } while (!sequence_.compare_exchange_weak(even, even + 1));
#endif
    low_.store(low);
    high_.store(low + 10);
#ifdef COUNTS_ONCE
    sequence_.store(even + 2); // BUG
    writing_.store(false);
#else
    sequence_.store(even + 2);
#endif
  }

  int width() const {
    for (;;) {
      unsigned before = sequence_.load();
      int low = low_.load();
      int high = high_.load();
#ifdef DOES_NOT_RECHECK
      (void)before;
      return high - low; // BUG
#else
      if ((before & 1) == 0 && sequence_.load() == before)
        return high - low;
#endif
    }
  }

private:
  std::atomic<unsigned> sequence_{0};
  std::atomic<bool> writing_{false};
  std::atomic<int> low_{0};
  std::atomic<int> high_{10};
};
