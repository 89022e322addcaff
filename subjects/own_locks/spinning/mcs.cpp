// SPDX-License-Identifier: Apache-2.0
// Three threads exchange the value of a register: each value is seen once.
#include "mcs.hpp"

#include <cassert>
#include <thread>

int main() {
  Register cell;
  int seen[3] = {};
  std::thread one([&] { seen[0] = cell.exchange(1); });
  std::thread two([&] { seen[1] = cell.exchange(2); });
  seen[2] = cell.exchange(4);
  one.join();
  two.join();
  assert(seen[0] + seen[1] + seen[2] + cell.exchange(0) == 7);
}
