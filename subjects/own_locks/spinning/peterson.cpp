// SPDX-License-Identifier: Apache-2.0
// No vote is lost.
#include "peterson.hpp"

#include <cassert>
#include <thread>

int main() {
  Tally tally;
  std::thread one([&] { tally.vote(); });
  std::thread two([&] { tally.vote(); });
  one.join();
  two.join();
  assert(tally.vote() == 3);
}
