// SPDX-License-Identifier: Apache-2.0
// Two polite diners share a spoon: the one that has it passes it on while the other is hungry, forever.
#include <atomic>
#include <thread>

namespace {

std::atomic<bool> hungry[2];
std::atomic<int> spoon{0};

void dine(int me) {
  const int other = 1 - me;
  hungry[me] = true;
  for (;;) {
    if (spoon.load() != me) {    // BUG
      if (!hungry[other].load()) // BUG
        spoon = me;
      continue;
    }
    if (!hungry[other].load()) // BUG
      break;
    spoon = other; // BUG
  }
  hungry[me] = false;
  spoon = other;
}

} // namespace

int main() {
  std::thread first(dine, 0);
  std::thread second(dine, 1);
  first.join();
  second.join();
}
