// SPDX-License-Identifier: Apache-2.0
// Dekker's algorithm for two threads.
// NO_TURN: both give way forever.
// BREAKS_IN: the thread that has the turn does not wait for the other one to lower its flag.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> wants[2];
std::atomic<int> turn{0};
int inside = 0;

void enter(int mine) {
  int other = 1 - mine;
  wants[mine].store(true);
  while (wants[other].load()) {
#if defined(BREAKS_IN)
    if (turn.load() == mine)
      break; // BUG
#elif defined(NO_TURN)
    continue; // BUG
#endif
    if (turn.load() == mine)
      continue;
    wants[mine].store(false);
    while (turn.load() != mine) {
    }
    wants[mine].store(true);
  }
}

void leave(int mine) {
  turn.store(1 - mine);
  wants[mine].store(false);
}

void run(int mine) {
  enter(mine);
  ++inside;
  assert(inside == 1);
  --inside;
  leave(mine);
}

int main() {
  std::thread other(run, 1);
  run(0);
  other.join();
}
