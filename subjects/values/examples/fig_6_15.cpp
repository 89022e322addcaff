// SPDX-License-Identifier: Apache-2.0
// Figure 6.15: each thread receives an account of its own through an array.
// Thesis: an analysis that ignores indices pairs the locks of both threads (and the accesses, whose locks it does not know). One execution
// refutes all pairs, because the references never change afterwards.
#include <thread>

#include "account.hpp"

namespace {

Account* const accounts[] = {&x, &y};

class Deposit {
public:
  explicit Deposit(Account& account) : account_(account) {}
  void operator()() {
    const std::lock_guard lock(account_.mutex);
    account_.value += kAmount;
  }

private:
  Account& account_;
};

class Withdrawal {
public:
  explicit Withdrawal(Account& account) : account_(account) {}
  void operator()() {
    const std::lock_guard lock(account_.mutex);
    account_.value -= kAmount;
  }

private:
  Account& account_;
};

} // namespace

int main() {
  std::thread one{Deposit(*accounts[0])};
  std::thread two{Withdrawal(*accounts[1])};
  one.join();
  two.join();
}
