// SPDX-License-Identifier: Apache-2.0
// Fences in addition to a release store and an acquire load: no race.
#include <atomic>
#include <thread>

int data = 0;
std::atomic<int> ready{0};

int main() {
  std::thread producer([] {
    data = 1;
    std::atomic_thread_fence(std::memory_order_release);
    ready.store(1, std::memory_order_release);
  });
  std::thread consumer([] {
    while (ready.load(std::memory_order_acquire) == 0)
      std::this_thread::yield();
    std::atomic_thread_fence(std::memory_order_acquire);
    data = 2;
  });
  producer.join();
  consumer.join();
}
