// SPDX-License-Identifier: Apache-2.0
// Each thread writes its own cell before the barrier and reads the other's after it: no race.
#include <barrier>
#include <thread>

int cells[2] = {};
std::barrier phase(2);

void work(int me) {
  cells[me] = me;
  phase.arrive_and_wait();
  [[maybe_unused]] volatile int seen = cells[1 - me];
}

int main() {
  std::thread first(work, 0);
  std::thread second(work, 1);
  first.join();
  second.join();
}
