// SPDX-License-Identifier: Apache-2.0
// Dekker's entry with sequentially consistent flags: at most one thread enters, no race.
#include <atomic>
#include <thread>

std::atomic<bool> wants[2];
int entered = 0;

void tryEnter(int me) {
  wants[me].store(true);
  if (!wants[1 - me].load()) {
    ++entered;
    wants[me].store(false);
  }
}

int main() {
  std::thread first(tryEnter, 0);
  std::thread second(tryEnter, 1);
  first.join();
  second.join();
}
