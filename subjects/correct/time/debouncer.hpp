// SPDX-License-Identifier: Apache-2.0
// Lets one event pass per interval, without a lock.
// WRONG: loads and stores the time of the last event separately.
#pragma once

#include <atomic>
#include <chrono>

class Debouncer {
public:
  Debouncer() = default;
  Debouncer(const Debouncer&) = delete;
  Debouncer& operator=(const Debouncer&) = delete;

  bool pass() {
    const long now = milliseconds();
    long next = next_.load();
#ifdef WRONG
    if (now < next)
      return false;
    next_.store(now + kInterval);
    return true;
#else
    do {
      if (now < next)
        return false;
    } while (!next_.compare_exchange_weak(next, now + kInterval));
    return true;
#endif
  }

private:
  static constexpr long kInterval = 60'000;
  static long milliseconds() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }
  std::atomic<long> next_{0};
};
