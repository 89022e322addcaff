// SPDX-License-Identifier: Apache-2.0
// An acquire fence without its release counterpart: the data races.
#include <atomic>
#include <thread>

int data = 0;
std::atomic<int> ready{0};

int main() {
  std::thread producer([] {
    data = 1;
    ready.store(1, std::memory_order_relaxed);
  });
  std::thread consumer([] {
    while (ready.load(std::memory_order_relaxed) == 0)
      std::this_thread::yield();
    std::atomic_thread_fence(std::memory_order_acquire);
    data = 2;
  });
  producer.join();
  consumer.join();
}
