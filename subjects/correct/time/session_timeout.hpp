// SPDX-License-Identifier: Apache-2.0
// A session that ends when it was not used for a while; each use prolongs it.
// WRONG: touch() checks and prolongs in two critical sections.
#pragma once

#include <chrono>
#include <mutex>

class SessionTimeout {
public:
  SessionTimeout() : expires_(Clock::now() + kIdle) {}
  SessionTimeout(const SessionTimeout&) = delete;
  SessionTimeout& operator=(const SessionTimeout&) = delete;

  bool touch() {
#ifdef WRONG
    if (!alive())
      return false;
    std::lock_guard lock(mutex_);
#else
    std::lock_guard lock(mutex_);
    if (closed_ || Clock::now() >= expires_)
      return false;
#endif
    expires_ = Clock::now() + kIdle;
    ++uses_;
    return true;
  }

  // Ends the session; returns how often it was used.
  int close() {
    std::lock_guard lock(mutex_);
    closed_ = true;
    return uses_;
  }

  bool alive() const {
    std::lock_guard lock(mutex_);
    return !closed_ && Clock::now() < expires_;
  }

private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::minutes kIdle{10};
  mutable std::mutex mutex_;
  Clock::time_point expires_;
  bool closed_ = false;
  int uses_ = 0;
};
