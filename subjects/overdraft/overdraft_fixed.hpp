// SPDX-License-Identifier: Apache-2.0
// An account that must not be overdrawn, with its invariant. Shape: no concurrency is needed to break it.
//
// Without the fault: withdraw() refuses what is not there.
#pragma once

#include <mutex>

#if __has_include(<heddle/heddle.hpp>)
#include <heddle/heddle.hpp>
#else
#define HEDDLE_INVARIANT(Class, ...) static_assert(true, "")
#endif

class Overdraft {
public:
  void deposit(unsigned amount) {
    std::lock_guard lock(mutex_);
    balance_ += amount % 1000;
  }
  bool withdraw(unsigned amount) {
    std::lock_guard lock(mutex_);
    if (balance_ < amount % 1000)
      return false;
    balance_ -= amount % 1000;
    return true;
  }
  long balance() const {
    std::lock_guard lock(mutex_);
    return balance_;
  }

private:
  mutable std::mutex mutex_;
  long balance_ = 0;
};

HEDDLE_INVARIANT(Overdraft, self.balance() >= 0);
