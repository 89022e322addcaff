// SPDX-License-Identifier: Apache-2.0
// Both numbers of a gauge change together.
#include "volatile_backoff.hpp"

#include <cassert>
#include <thread>

int main() {
  Gauge gauge;
  std::thread one([&] { gauge.set(1); });
  std::thread two([&] { gauge.set(2); });
  int difference = gauge.difference();
  assert(difference == 0 || difference == 1 || difference == 2);
  one.join();
  two.join();
  assert(gauge.difference() > 0);
}
