// SPDX-License-Identifier: Apache-2.0
// A value that is set once; readers wait for it on an atomic.
// WRONG: set() forgets to notify.
#pragma once

#include <atomic>
#include <optional>

class OneTimeValue {
public:
  OneTimeValue() = default;
  OneTimeValue(const OneTimeValue&) = delete;
  OneTimeValue& operator=(const OneTimeValue&) = delete;

  bool set(int value) {
    int expected = kEmpty;
    if (!state_.compare_exchange_strong(expected, kWriting))
      return false;
    value_ = value;
    state_.store(kReady);
#ifndef WRONG
    state_.notify_all();
#endif
    return true;
  }

  int get() const {
    int state = state_.load();
    while (state != kReady) {
      state_.wait(state);
      state = state_.load();
    }
    return value_;
  }

private:
  static constexpr int kEmpty = 0, kWriting = 1, kReady = 2;
  std::atomic<int> state_{kEmpty};
  int value_ = 0;
};
