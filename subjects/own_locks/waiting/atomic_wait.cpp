// SPDX-License-Identifier: Apache-2.0
// Three threads advance a meter.
#include "atomic_wait.hpp"

#include <cassert>
#include <thread>

int main() {
  Meter meter;
  std::thread one([&] { meter.advance(); });
  std::thread two([&] { meter.advance(); });
  meter.advance();
  one.join();
  two.join();
  assert(meter.reading() == 3);
}
