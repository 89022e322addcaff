// SPDX-License-Identifier: Apache-2.0
// Two threads take what is there, and none of it twice.
#include "test_and_set.hpp"

#include <cassert>
#include <thread>

int main() {
  Counter counter;
  counter.add(1);
  int taken[2] = {};
  std::thread one([&] { taken[0] = counter.takeAll(); });
  std::thread two([&] { taken[1] = counter.takeAll(); });
  std::thread three([&] { counter.add(2); });
  one.join();
  two.join();
  three.join();
  assert(taken[0] + taken[1] + counter.takeAll() == 3);
}
