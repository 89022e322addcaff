// SPDX-License-Identifier: Apache-2.0
// The latest events for readers that each keep their own position. A reader that is too slow misses events.
// WRONG: read() takes the position and the event in two critical sections.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <utility>

class BroadcastRing {
public:
  BroadcastRing() = default;
  BroadcastRing(const BroadcastRing&) = delete;
  BroadcastRing& operator=(const BroadcastRing&) = delete;

  // Returns the number of the event.
  std::uint64_t publish(int event) {
    std::lock_guard lock(mutex_);
    events_[written_ % kRoom] = event;
    return written_++;
  }

  // The oldest event that is not older than `number`, with its number; an event number that is not yet written
  // returns (written, 0).
  std::pair<std::uint64_t, int> read(std::uint64_t number) const {
#ifdef WRONG
    const std::uint64_t at = oldestFrom(number);
    std::lock_guard lock(mutex_);
#else
    std::lock_guard lock(mutex_);
    const std::uint64_t at = oldestFromLocked(number);
#endif
    return {at, at < written_ ? events_[at % kRoom] : 0};
  }

  std::uint64_t oldestFrom(std::uint64_t number) const {
    std::lock_guard lock(mutex_);
    return oldestFromLocked(number);
  }

private:
  static constexpr std::uint64_t kRoom = 2;
  std::uint64_t oldestFromLocked(std::uint64_t number) const {
    const std::uint64_t oldest = written_ > kRoom ? written_ - kRoom : 0;
    return number > written_ ? written_ : number > oldest ? number : oldest;
  }

  mutable std::mutex mutex_;
  std::array<int, kRoom> events_{};
  std::uint64_t written_ = 0;
};
