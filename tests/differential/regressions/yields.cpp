// SPDX-License-Identifier: Apache-2.0
// A thread that yields can be continued immediately: it does not wait for anything.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> total{0};

void reset() {
  for (int round = 0; round < 2; ++round) {
    std::this_thread::yield();
    total.store(1);
  }
}

void add() {
  total.fetch_add(2);
  total.fetch_add(2);
}

int main() {
  std::thread first(add);
  std::thread second(reset);
  std::thread third(add);
  first.join();
  second.join();
  third.join();
  assert(total != 5);
}
