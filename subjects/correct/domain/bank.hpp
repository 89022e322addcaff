// SPDX-License-Identifier: Apache-2.0
// Accounts with a lock each; a transfer takes both in the order of their numbers.
// WRONG: takes them in the order of the transfer.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>

class Bank {
public:
  Bank() = default;
  Bank(const Bank&) = delete;
  Bank& operator=(const Bank&) = delete;

  bool transfer(std::size_t from, std::size_t to, int amount) {
    if (from >= accounts_.size() || to >= accounts_.size() || from == to || amount < 0)
      return false;
#ifdef WRONG
    std::lock_guard first(accounts_[from].mutex);
    std::lock_guard second(accounts_[to].mutex);
#else
    std::lock_guard first(accounts_[from < to ? from : to].mutex);
    std::lock_guard second(accounts_[from < to ? to : from].mutex);
#endif
    if (accounts_[from].balance < amount)
      return false;
    accounts_[from].balance -= amount;
    accounts_[to].balance += amount;
    return true;
  }

  int balance(std::size_t number) const {
    if (number >= accounts_.size())
      return 0;
    std::lock_guard lock(accounts_[number].mutex);
    return accounts_[number].balance;
  }

private:
  struct Account {
    mutable std::mutex mutex;
    int balance = 10;
  };
  std::array<Account, 2> accounts_;
};
