// SPDX-License-Identifier: Apache-2.0
// Figure 6.9: the first thread executes both accesses of a pair twice.
// Thesis: the ordered pair (read of the second thread, write of the first) has two instances; with the default that is 3 orders of the two
// writes and the read.
#include <thread>

#include "account.hpp"

namespace {

void first() {
  for (int i = 0; i < 2; ++i)
    x.value -= kAmount;
}

void second() {
  x.value += kAmount;
}

} // namespace

int main() {
  std::thread one([] { first(); });
  std::thread two([] { second(); });
  one.join();
  two.join();
}
