// SPDX-License-Identifier: Apache-2.0
// Sequentially consistent fences around relaxed accesses: no race.
#include <atomic>
#include <thread>

int data = 0;
std::atomic<int> ready{0};

int main() {
  std::thread producer([] {
    data = 1;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    ready.store(1, std::memory_order_relaxed);
  });
  std::thread consumer([] {
    while (ready.load(std::memory_order_relaxed) == 0)
      std::this_thread::yield();
    std::atomic_thread_fence(std::memory_order_seq_cst);
    data = 2;
  });
  producer.join();
  consumer.join();
}
