// SPDX-License-Identifier: Apache-2.0
// Of three threads one fills the cell first.
#include "yield.hpp"

#include <cassert>
#include <thread>

int main() {
  Cell cell;
  bool first[3] = {};
  std::thread one([&] { first[0] = cell.fill(1); });
  std::thread two([&] { first[1] = cell.fill(2); });
  first[2] = cell.fill(3);
  one.join();
  two.join();
  assert(first[0] + first[1] + first[2] == 1);
  assert(cell.fills() == 3);
}
