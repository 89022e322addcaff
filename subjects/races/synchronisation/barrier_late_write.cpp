// SPDX-License-Identifier: Apache-2.0
// The cells are written after the barrier, where the other thread reads them: they race.
#include <barrier>
#include <thread>

int cells[2] = {};
std::barrier phase(2);

void work(int me) {
  phase.arrive_and_wait();
  cells[me] = me;
  [[maybe_unused]] volatile int seen = cells[1 - me];
}

int main() {
  std::thread first(work, 0);
  std::thread second(work, 1);
  first.join();
  second.join();
}
