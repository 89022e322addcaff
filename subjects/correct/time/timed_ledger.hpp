// SPDX-License-Identifier: Apache-2.0
// Takes a timed mutex, and says so when it did not get it in time.
// WRONG: withdraw() looks at the balance before it has the lock.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>

class TimedLedger {
public:
  TimedLedger() = default;
  TimedLedger(const TimedLedger&) = delete;
  TimedLedger& operator=(const TimedLedger&) = delete;

  bool deposit() {
    std::unique_lock lock(mutex_, kPatience);
    if (!lock)
      return false;
    ++balance_;
    return true;
  }

  bool withdraw() {
#ifdef WRONG
    if (balance().value_or(0) == 0)
      return false;
    std::unique_lock lock(mutex_, kPatience);
    if (!lock)
      return false;
#else
    std::unique_lock lock(mutex_, kPatience);
    if (!lock || balance_ == 0)
      return false;
#endif
    --balance_;
    return true;
  }

  std::optional<int> balance() {
    std::unique_lock lock(mutex_, kPatience);
    return lock ? std::optional(balance_) : std::nullopt;
  }

private:
  static constexpr std::chrono::milliseconds kPatience{50};
  std::timed_mutex mutex_;
  int balance_ = 1;
};
