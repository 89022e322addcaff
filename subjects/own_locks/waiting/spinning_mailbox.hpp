// SPDX-License-Identifier: Apache-2.0
// A mailbox of one letter; `put` waits while it is full and `take` while it is empty, both by spinning.
// EMPTIES_FIRST: `take` marks the mailbox empty before it has read the letter.
#pragma once

#include <atomic>

class Mailbox {
public:
  void put(int letter) {
    while (!claim(kEmpty)) {
    }
    letter_ = letter;
    state_.store(kFull, std::memory_order_release);
  }

  int take() {
    while (!claim(kFull)) {
    }
#ifdef EMPTIES_FIRST
    state_.store(kEmpty, std::memory_order_release);
    return letter_; // BUG
#else
    int letter = letter_;
    state_.store(kEmpty, std::memory_order_release);
    return letter;
#endif
  }

  bool isFull() const { return state_.load(std::memory_order_acquire) == kFull; }

private:
  static constexpr int kEmpty = 0, kFull = 1, kBusy = 2;

  bool claim(int from) {
    return state_.compare_exchange_strong(from, kBusy, std::memory_order_acquire);
  }

  std::atomic<int> state_{kEmpty};
  int letter_ = 0;
};
