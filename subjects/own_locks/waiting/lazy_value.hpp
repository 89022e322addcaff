// SPDX-License-Identifier: Apache-2.0
// A value that the first caller computes while the others wait, yielding.
// PUBLISHES_EARLY: it is said to be ready before it is.
#pragma once

#include <atomic>
#include <thread>

class LazyValue {
public:
  int get() {
    int state = kEmpty;
    if (state_.compare_exchange_strong(state, kBusy)) {
#ifdef PUBLISHES_EARLY
      state_.store(kReady);
      value_.store(42); // BUG
#else
      value_.store(42);
      state_.store(kReady);
#endif
    }
    while (state_.load() != kReady)
      std::this_thread::yield();
    return value_.load();
  }

private:
  static constexpr int kEmpty = 0, kBusy = 1, kReady = 2;

  std::atomic<int> state_{kEmpty};
  std::atomic<int> value_{0};
};
