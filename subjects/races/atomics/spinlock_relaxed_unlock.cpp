// SPDX-License-Identifier: Apache-2.0
// A spin lock released by a relaxed store: the counter races.
#include <atomic>
#include <thread>

std::atomic<bool> busy{false};
int counter = 0;

void add() {
  while (busy.exchange(true, std::memory_order_acquire))
    std::this_thread::yield();
  ++counter;
  busy.store(false, std::memory_order_relaxed);
}

int main() {
  std::thread first(add);
  std::thread second(add);
  first.join();
  second.join();
}
