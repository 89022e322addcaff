// SPDX-License-Identifier: Apache-2.0
// What is pushed is popped.
#include "clh.hpp"

#include <cassert>
#include <thread>

int main() {
  Stack stack;
  int popped = -1;
  std::thread one([&] { stack.push(1); });
  std::thread two([&] { stack.push(2); });
  std::thread three([&] { popped = stack.pop(); });
  one.join();
  two.join();
  three.join();
  int rest = 0;
  for (int value = stack.pop(); value != -1; value = stack.pop())
    rest += value;
  assert(rest + (popped == -1 ? 0 : popped) == 3);
}
