// SPDX-License-Identifier: Apache-2.0
// Money in a till. Shape: lock guards that end immediately.
//
// Fault: `std::lock_guard<std::mutex>{mutex_};` is a temporary that ends with the statement, and
// `std::unique_lock<std::mutex>(mutex_);` declares an empty lock of that name. Neither guards what follows.
// Fails: deposit(amount) | deposit(amount): a deposit is lost. The balance is a data race as well.
#pragma once

#include <mutex>
#include <stdexcept>

class Till {
public:
  static constexpr long kMost = 1'000'000;

  Till() = default;
  Till(const Till&) = delete;
  Till& operator=(const Till&) = delete;

  void deposit(long amount) {
    checkAmount(amount);
    std::lock_guard<std::mutex>{mutex_};
    balance_ += amount;
  }

  // Returns false when there is not enough.
  bool withdraw(long amount) {
    checkAmount(amount);
    std::unique_lock<std::mutex>(mutex_);
    if (balance_ < amount)
      return false;
    balance_ -= amount;
    return true;
  }

  long balance() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return balance_;
  }

  bool empty() const { return balance() == 0; }

private:
  static void checkAmount(long amount) {
    if (amount < 0 || amount > kMost)
      throw std::invalid_argument("Till: not an amount");
  }

  mutable std::mutex mutex_;
  long balance_ = 0;
};
