// SPDX-License-Identifier: Apache-2.0
// Seats that are leased: a Lease releases its seat when it is destroyed.
// WRONG: looks for a free seat and takes it in two critical sections.
#pragma once

#include <mutex>
#include <optional>
#include <utility>
#include <vector>

class SeatPool {
public:
  class Lease {
  public:
    Lease(Lease&& other) noexcept
        : pool_(std::exchange(other.pool_, nullptr)), seat_(other.seat_) {}
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      if (pool_)
        pool_->release(seat_);
    }
    int seat() const { return seat_; }

  private:
    friend class SeatPool;
    Lease(SeatPool* pool, int seat) : pool_(pool), seat_(seat) {}
    SeatPool* pool_;
    int seat_;
  };

  SeatPool() : taken_(2, false) {}
  SeatPool(const SeatPool&) = delete;
  SeatPool& operator=(const SeatPool&) = delete;

  std::optional<Lease> acquire() {
#ifdef WRONG
    const int seat = firstFree();
    std::lock_guard lock(mutex_);
#else
    std::lock_guard lock(mutex_);
    const int seat = firstFreeLocked();
#endif
    if (seat < 0)
      return std::nullopt;
    taken_[seat] = true;
    ++leases_;
    return Lease(this, seat);
  }

  // The number of leases ever granted.
  int leases() const {
    std::lock_guard lock(mutex_);
    return leases_;
  }

  int firstFree() const {
    std::lock_guard lock(mutex_);
    return firstFreeLocked();
  }

private:
  int firstFreeLocked() const {
    for (int seat = 0; seat < static_cast<int>(taken_.size()); ++seat)
      if (!taken_[seat])
        return seat;
    return -1;
  }

  void release(int seat) {
    std::lock_guard lock(mutex_);
    taken_[seat] = false;
  }

  mutable std::mutex mutex_;
  std::vector<bool> taken_;
  int leases_ = 0;
};
