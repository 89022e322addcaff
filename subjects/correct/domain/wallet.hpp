// SPDX-License-Identifier: Apache-2.0
// Objects that exchange money; both locks are taken by std::scoped_lock.
// WRONG: payTo() takes its own lock first.
#pragma once

#include <mutex>

class Wallet {
public:
  Wallet() = default;
  Wallet(const Wallet&) = delete;
  Wallet& operator=(const Wallet&) = delete;

  bool payTo(Wallet& other, unsigned amount) {
    if (&other == this)
      return false;
#ifdef WRONG
    std::lock_guard mine(mutex_);
    std::lock_guard theirs(other.mutex_);
#else
    std::scoped_lock lock(mutex_, other.mutex_);
#endif
    if (coins_ < amount)
      return false;
    coins_ -= amount;
    other.coins_ += amount;
    return true;
  }

  unsigned coins() const {
    std::lock_guard lock(mutex_);
    return coins_;
  }

private:
  mutable std::mutex mutex_;
  unsigned coins_ = 5;
};
