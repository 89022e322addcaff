// SPDX-License-Identifier: Apache-2.0
// Three threads put a coin each into a purse with one in it.
#include "futex.hpp"

#include <cassert>
#include <thread>

int main() {
  Purse purse;
  std::thread one([&] { purse.put(1); });
  std::thread two([&] { purse.put(1); });
  std::thread three([&] { purse.put(1); });
  one.join();
  two.join();
  three.join();
  assert(purse.spend(4));
}
