// SPDX-License-Identifier: Apache-2.0
// Of three offers one is taken.
#include "spin_then_park.hpp"

#include <cassert>
#include <thread>

int main() {
  Slot slot;
  bool offered[3] = {};
  std::thread one([&] { offered[0] = slot.offer(1); });
  std::thread two([&] { offered[1] = slot.offer(2); });
  offered[2] = slot.offer(3);
  one.join();
  two.join();
  assert(offered[0] + offered[1] + offered[2] == 1);
  assert(slot.take() > 0 && slot.take() == -1);
}
