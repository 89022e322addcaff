// SPDX-License-Identifier: Apache-2.0
// Rooms by night; a booking of several nights is made whole or not at all.
// WRONG: asks whether the nights are free before it takes the lock.
#pragma once

#include <mutex>
#include <set>

class Booking {
public:
  Booking() = default;
  Booking(const Booking&) = delete;
  Booking& operator=(const Booking&) = delete;

  bool book(unsigned char first, unsigned char nights) {
#ifdef WRONG
    if (!isFree(first, nights))
      return false;
    std::lock_guard lock(mutex_);
#else
    std::lock_guard lock(mutex_);
    if (!isFreeLocked(first, nights))
      return false;
#endif
    for (int night = first; night < first + nights % 4; ++night)
      booked_.insert(night);
    return true;
  }

  bool isFree(unsigned char first, unsigned char nights) const {
    std::lock_guard lock(mutex_);
    return isFreeLocked(first, nights);
  }

private:
  bool isFreeLocked(int first, int nights) const {
    for (int night = first; night < first + nights % 4; ++night)
      if (booked_.contains(night))
        return false;
    return true;
  }

  mutable std::mutex mutex_;
  std::set<int> booked_;
};
