// SPDX-License-Identifier: Apache-2.0
// Figure 6.10: both threads execute their accesses twice.
// Thesis: the ordered pair (read of the second thread, write of the first) has five instances; with the default that is 6 orders of the two
// writes and the two reads. All accesses together have 34 schedules, which the thesis does not say.
#include <thread>

#include "account.hpp"

namespace {

void first() {
  for (int i = 0; i < 2; ++i)
    x.value -= kAmount;
}

void second() {
  for (int i = 0; i < 2; ++i)
    x.value += kAmount;
}

} // namespace

int main() {
  std::thread one([] { first(); });
  std::thread two([] { second(); });
  one.join();
  two.join();
}
