// SPDX-License-Identifier: Apache-2.0
// Two threads enter amounts; every entry gets a number of its own.
#include "recursive.hpp"

#include <cassert>
#include <thread>

int main() {
  Ledger ledger;
  int numbers[2] = {};
  std::thread one([&] { numbers[0] = ledger.enter(1); });
  std::thread two([&] { numbers[1] = ledger.enter(2); });
  one.join();
  two.join();
  assert(numbers[0] != numbers[1] && ledger.count() == 2);
}
