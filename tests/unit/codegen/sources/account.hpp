// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <string>

namespace bank {

class Auditor {
public:
  virtual ~Auditor() = default;
  virtual void note(const std::string& text) = 0;
};

class Account {
public:
  explicit Account(int balance) : balance_(balance) {}
  [[nodiscard]] int balance() const { return balance_; }
  bool withdraw(int amount) {
    if (balance_ < amount)
      return false;
    balance_ -= amount;
    return true;
  }
  void audit(Auditor& auditor) { auditor.note("audited"); }
  bool operator==(const Account& other) const { return balance_ == other.balance_; }

private:
  int balance_;
};

} // namespace bank
