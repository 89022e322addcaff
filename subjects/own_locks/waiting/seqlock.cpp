// SPDX-License-Identifier: Apache-2.0
// Readers see a range of width ten at any time.
#include "seqlock.hpp"

#include <cassert>
#include <thread>

int main() {
  Range range;
  std::thread one([&] { range.set(100); });
  std::thread two([&] { range.set(200); });
  std::thread reader([&] { assert(range.width() == 10); });
  one.join();
  two.join();
  reader.join();
  assert(range.width() == 10);
}
