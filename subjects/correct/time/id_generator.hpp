// SPDX-License-Identifier: Apache-2.0
// Ids of time and a counter: the counter makes them unique within a millisecond and if the clock goes back.
// WRONG: the counter is reset without the lock.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>

class IdGenerator {
public:
  IdGenerator() = default;
  IdGenerator(const IdGenerator&) = delete;
  IdGenerator& operator=(const IdGenerator&) = delete;

  std::uint64_t next() {
#ifdef WRONG
    const std::uint64_t last = last_;
    const std::uint64_t now = milliseconds();
    const std::uint64_t id = now > last ? now : last + 1;
    std::lock_guard lock(mutex_);
    last_ = id;
    return id;
#else
    std::lock_guard lock(mutex_);
    const std::uint64_t now = milliseconds();
    last_ = now > last_ ? now : last_ + 1;
    return last_;
#endif
  }

private:
  static std::uint64_t milliseconds() {
    return static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch() /
                                      std::chrono::milliseconds(1))
           << 10U;
  }
  std::mutex mutex_;
  std::uint64_t last_ = 0;
};
