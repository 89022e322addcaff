// SPDX-License-Identifier: Apache-2.0
// Desks that are lent out: a lease gives its desk back when it is destroyed.
//
// Fault: giveBack() reads the number of free desks, and writes it under a second lock.
// Fails: ~Lease() | ~Lease(), or ~Lease() | borrow(): a desk is lost.
#pragma once

#include <mutex>
#include <utility>

namespace office {

class Desks {
public:
  class Lease {
  public:
    Lease() = default;
    Lease(Lease&& other) noexcept : owner_(std::exchange(other.owner_, nullptr)) {}
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      if (owner_ != nullptr)
        owner_->giveBack();
    }
    explicit operator bool() const { return owner_ != nullptr; }

  private:
    friend class Desks;
    explicit Lease(Desks* owner) : owner_(owner) {}
    Desks* owner_ = nullptr;
  };

  // An empty lease if all desks are taken.
  Lease borrow() {
    std::lock_guard<std::mutex> lock(mutex_);
    if (free_ == 0)
      return Lease();
    --free_;
    return Lease(this);
  }

  int free() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return free_;
  }

private:
  void giveBack() {
    const int before = free();
    std::lock_guard<std::mutex> lock(mutex_);
    free_ = before + 1; // BUG
  }

  mutable std::mutex mutex_;
  int free_ = 2;
};

} // namespace office
