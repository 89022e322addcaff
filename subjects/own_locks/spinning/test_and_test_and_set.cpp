// SPDX-License-Identifier: Apache-2.0
// A thread that looks at both balances sees all the money.
#include "test_and_test_and_set.hpp"

#include <cassert>
#include <thread>

int main() {
  Balances balances;
  std::thread sender([&] { balances.transfer(10); });
  std::thread other([&] { balances.transfer(20); });
  assert(balances.sum() == 100);
  sender.join();
  other.join();
  assert(balances.received() == 30);
}
