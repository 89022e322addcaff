// SPDX-License-Identifier: Apache-2.0
// Three threads drive a mile each.
#include "bakery.hpp"

#include <cassert>
#include <thread>

int main() {
  Odometer odometer;
  std::thread one([&] { odometer.drive(); });
  std::thread two([&] { odometer.drive(); });
  odometer.drive();
  one.join();
  two.join();
  assert(odometer.drive() == 4);
}
