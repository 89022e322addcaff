// SPDX-License-Identifier: Apache-2.0
// Returns a std::unique_lock: the caller owns the object for as long as it keeps the lock.
// WRONG: peek() reads without the lock.
#pragma once

#include <mutex>

class ExclusiveAccess {
public:
  ExclusiveAccess() = default;
  ExclusiveAccess(const ExclusiveAccess&) = delete;
  ExclusiveAccess& operator=(const ExclusiveAccess&) = delete;

  [[nodiscard]] std::unique_lock<std::mutex> own() { return std::unique_lock(mutex_); }

  int next() {
    const auto owned = own();
    return ++value_;
  }

  int peek() {
#ifndef WRONG
    const auto owned = own();
#endif
    return value_;
  }

private:
  std::mutex mutex_;
  int value_ = 0;
};
