// SPDX-License-Identifier: Apache-2.0
// Spaces of two sizes; a small car may take a large space.
// WRONG: park() looks for a space without the lock.
#pragma once

#include <map>
#include <mutex>
#include <string>

class ParkingLot {
public:
  ParkingLot() = default;
  ParkingLot(const ParkingLot&) = delete;
  ParkingLot& operator=(const ParkingLot&) = delete;

  bool park(const std::string& plate, bool large) {
#ifdef WRONG
    const bool room = hasRoom(large);
    std::lock_guard lock(mutex_);
#else
    std::lock_guard lock(mutex_);
    const bool room = hasRoomLocked(large);
#endif
    if (!room || parked_.contains(plate))
      return false;
    const bool useLarge = large || small_ == 0;
    --(useLarge ? large_ : small_);
    parked_[plate] = useLarge;
    return true;
  }

  bool leave(const std::string& plate) {
    std::lock_guard lock(mutex_);
    const auto found = parked_.find(plate);
    if (found == parked_.end())
      return false;
    ++(found->second ? large_ : small_);
    parked_.erase(found);
    return true;
  }

  bool hasRoom(bool large) const {
    std::lock_guard lock(mutex_);
    return hasRoomLocked(large);
  }

private:
  bool hasRoomLocked(bool large) const { return large_ > 0 || (!large && small_ > 0); }
  mutable std::mutex mutex_;
  int small_ = 1;
  int large_ = 1;
  std::map<std::string, bool> parked_;
};
