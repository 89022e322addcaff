// SPDX-License-Identifier: Apache-2.0
// Three lines, and room for two.
#include "sleep.hpp"

#include <cassert>
#include <thread>

int main() {
  ShortLog log;
  bool fits[3] = {};
  std::thread one([&] { fits[0] = log.append(1); });
  std::thread two([&] { fits[1] = log.append(2); });
  fits[2] = log.append(3);
  one.join();
  two.join();
  assert(fits[0] + fits[1] + fits[2] == 2);
  assert(log.last() != 0);
}
