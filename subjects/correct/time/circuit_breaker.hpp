// SPDX-License-Identifier: Apache-2.0
// Refuses calls after three failures in a row, until a second has passed.
// WRONG: the counter of failures is updated in two steps.
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>

class CircuitBreaker {
public:
  CircuitBreaker() = default;
  CircuitBreaker(const CircuitBreaker&) = delete;
  CircuitBreaker& operator=(const CircuitBreaker&) = delete;

  bool allows() const {
    std::lock_guard lock(mutex_);
    return failures_ < kMost || Clock::now() >= retryAt_;
  }

  // Returns whether this failure opened the circuit.
  bool failed() {
#ifdef WRONG
    const int failures = failuresInARow() + 1;
    std::lock_guard lock(mutex_);
    failures_ = failures;
#else
    std::lock_guard lock(mutex_);
    ++failures_;
#endif
    if (failures_ == kMost)
      retryAt_ = Clock::now() + std::chrono::seconds(1);
    return failures_ == kMost;
  }

  void succeeded() {
    std::lock_guard lock(mutex_);
    failures_ = 0;
  }

  int failuresInARow() const {
    std::lock_guard lock(mutex_);
    return failures_;
  }

private:
  using Clock = std::chrono::steady_clock;
  static constexpr int kMost = 2;
  mutable std::mutex mutex_;
  int failures_ = 0;
  Clock::time_point retryAt_{};
};
