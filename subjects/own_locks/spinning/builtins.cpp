// SPDX-License-Identifier: Apache-2.0
// Two threads spend seven each, and only one of them can.
#include "builtins.hpp"

#include <cassert>
#include <thread>

int main() {
  Budget budget;
  bool spent[2] = {};
  std::thread one([&] { spent[0] = budget.spend(7); });
  std::thread two([&] { spent[1] = budget.spend(7); });
  one.join();
  two.join();
  assert(spent[0] != spent[1] && budget.left() == 3);
}
