// SPDX-License-Identifier: Apache-2.0
// Two threads meet three times; neither is a round ahead.
#include "barrier.hpp"

#include <atomic>
#include <cassert>
#include <thread>

Barrier barrier;
std::atomic<int> rounds[2];

void run(int mine) {
  for (int round = 1; round <= 3; ++round) {
    rounds[mine].store(round);
    barrier.arrive();
    assert(rounds[1 - mine].load() >= round);
  }
}

int main() {
  std::thread other(run, 1);
  run(0);
  other.join();
}
