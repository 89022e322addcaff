// SPDX-License-Identifier: Apache-2.0
// Message passing, release and acquire: no race.
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
    if (ready.load(std::memory_order_acquire) == 1)
      seen = data;
  });
  producer.join();
  consumer.join();
  return seen == 0 || seen == 42 ? 0 : 1;
}
