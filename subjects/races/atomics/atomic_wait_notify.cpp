// SPDX-License-Identifier: Apache-2.0
// atomic wait and notify hand data over: no race.
#include <atomic>
#include <thread>

int data = 0;
std::atomic<int> ready{0};

int main() {
  std::thread producer([] {
    data = 1;
    ready.store(1, std::memory_order_release);
    ready.notify_one();
  });
  std::thread consumer([] {
    ready.wait(0, std::memory_order_acquire);
    data = 2;
  });
  producer.join();
  consumer.join();
}
