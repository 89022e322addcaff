// SPDX-License-Identifier: Apache-2.0
// A failed compare-exchange with relaxed failure order does not synchronise: the data races.
#include <atomic>
#include <thread>

int data = 0;
std::atomic<int> ready{0};

int main() {
  std::thread producer([] {
    data = 1;
    ready.store(1, std::memory_order_release);
  });
  std::thread consumer([] {
    for (;;) {
      int expected = 2;
      ready.compare_exchange_strong(
          expected, 3, std::memory_order_acq_rel, std::memory_order_relaxed);
      if (expected == 1)
        break;
      std::this_thread::yield();
    }
    data = 2;
  });
  producer.join();
  consumer.join();
}
