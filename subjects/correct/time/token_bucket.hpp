// SPDX-License-Identifier: Apache-2.0
// At most five requests in a burst, refilled with time.
// WRONG: checks and takes in two critical sections.
#pragma once

#include <algorithm>
#include <chrono>
#include <mutex>

class TokenBucket {
public:
  TokenBucket() = default;
  TokenBucket(const TokenBucket&) = delete;
  TokenBucket& operator=(const TokenBucket&) = delete;

  bool allow() {
#ifdef WRONG
    if (available() < 1.0)
      return false;
    std::lock_guard lock(mutex_);
#else
    std::lock_guard lock(mutex_);
    refill();
    if (tokens_ < 1.0)
      return false;
#endif
    tokens_ -= 1.0;
    return true;
  }

  double available() {
    std::lock_guard lock(mutex_);
    refill();
    return tokens_;
  }

private:
  using Clock = std::chrono::steady_clock;
  void refill() {
    const Clock::time_point now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    tokens_ = std::min(2.0, tokens_ + seconds * 0.01);
    last_ = now;
  }

  std::mutex mutex_;
  double tokens_ = 2.0;
  Clock::time_point last_ = Clock::now();
};
