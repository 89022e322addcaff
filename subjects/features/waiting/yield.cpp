// SPDX-License-Identifier: Apache-2.0
// Spin loops with and without yield end as soon as the other thread has done its part.
#include <atomic>
#include <cassert>
#include <sched.h>
#include <thread>

int main() {
  std::atomic<int> stage{0};
  int data = 0;
  std::thread polite([&] {
    while (stage.load() != 1)
      std::this_thread::yield();
    data = 1;
    stage = 2;
  });
  std::thread rude([&] {
    while (stage.load(std::memory_order_acquire) != 2) {
    }
    assert(data == 1);
    stage = 3;
  });
  stage = 1;
  while (stage != 3)
    ::sched_yield();
  polite.join();
  rude.join();
}
