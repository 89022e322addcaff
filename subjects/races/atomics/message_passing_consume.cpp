// SPDX-License-Identifier: Apache-2.0
// Message passing by consume, which compilers treat as acquire: no race.
#include <atomic>
#include <thread>

int data = 0;
std::atomic<int> ready{0};

int main() {
  int seen = 0;
  std::thread producer([] {
    data = 42;
    ready.store(1, std::memory_order_release);
  });
  std::thread consumer([&seen] {
    while (ready.load(std::memory_order_consume) == 0)
      std::this_thread::yield();
    seen = data;
  });
  producer.join();
  consumer.join();
  return seen == 0 || seen == 42 ? 0 : 1;
}
