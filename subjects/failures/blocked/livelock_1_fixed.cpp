// SPDX-License-Identifier: Apache-2.0
// The diner that has the spoon eats.
#include <atomic>
#include <thread>

namespace {

std::atomic<bool> hungry[2];
std::atomic<int> spoon{0};

void dine(int me) {
  const int other = 1 - me;
  hungry[me] = true;
  while (spoon.load() != me) {
    if (!hungry[other].load())
      spoon = me;
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
