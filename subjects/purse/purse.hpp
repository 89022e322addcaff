// SPDX-License-Identifier: Apache-2.0
// Coins in a purse. Negative control: exceptions that a sequential order throws as well.
//
// Two concurrent calls of spend() may leave too little for one of them, which throws. Which one depends on the order;
// nothing may be reported.
#pragma once

#include <mutex>
#include <stdexcept>

class Purse {
public:
  explicit Purse(unsigned coins) : coins_(coins) {}
  Purse(const Purse&) = delete;
  Purse& operator=(const Purse&) = delete;

  // Returns how many coins are left.
  unsigned spend(unsigned coins) {
    std::lock_guard lock(mutex_);
    if (coins > coins_)
      throw std::invalid_argument("Purse: not enough coins");
    coins_ -= coins;
    return coins_;
  }

  void fill(unsigned coins) {
    std::lock_guard lock(mutex_);
    if (coins > kMost - coins_)
      throw std::length_error("Purse: full");
    coins_ += coins;
  }

  // Spends all coins.
  unsigned spendAll() {
    std::lock_guard lock(mutex_);
    if (coins_ == 0)
      throw std::logic_error("Purse: empty");
    unsigned spent = coins_;
    coins_ = 0;
    return spent;
  }

  unsigned coins() const {
    std::lock_guard lock(mutex_);
    return coins_;
  }

private:
  static constexpr unsigned kMost = ~0U;

  mutable std::mutex mutex_;
  unsigned coins_;
};
