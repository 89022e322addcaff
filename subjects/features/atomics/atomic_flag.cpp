// SPDX-License-Identifier: Apache-2.0
// std::atomic_flag as a spin lock, with test, clear and wait.
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic_flag busy = ATOMIC_FLAG_INIT;
  int counter = 0;
  auto spin = [&] {
    for (int i = 0; i < 2; ++i) {
      while (busy.test_and_set(std::memory_order_acquire)) {
        while (busy.test(std::memory_order_relaxed))
          std::this_thread::yield();
      }
      ++counter;
      busy.clear(std::memory_order_release);
    }
  };
  std::thread a(spin);
  std::thread b(spin);
  a.join();
  b.join();
  assert(counter == 4);

  std::atomic_flag ready;
  int data = 0;
  std::thread producer([&] {
    data = 1;
    ready.test_and_set();
    ready.notify_all();
  });
  ready.wait(false);
  assert(ready.test() && data == 1);
  producer.join();
}
