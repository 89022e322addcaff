// SPDX-License-Identifier: Apache-2.0
// Two threads turn a dial to the same mark: one of them has to.
#include "pause.hpp"

#include <cassert>
#include <thread>

int main() {
  Dial dial;
  bool turned[2] = {};
  std::thread one([&] { turned[0] = dial.turnTo(5); });
  std::thread two([&] { turned[1] = dial.turnTo(5); });
  one.join();
  two.join();
  assert(turned[0] != turned[1]);
  assert(dial.clicks() == 1);
}
