// SPDX-License-Identifier: Apache-2.0
// A release sequence continued by a relaxed read-modify-write: no race.
#include <atomic>
#include <thread>

int data = 0;
std::atomic<int> stage{0};

int main() {
  std::thread producer([] {
    data = 1;
    stage.store(1, std::memory_order_release);
  });
  std::thread middle([] {
    while (stage.load(std::memory_order_relaxed) != 1)
      std::this_thread::yield();
    stage.fetch_add(1, std::memory_order_relaxed);
  });
  std::thread consumer([] {
    while (stage.load(std::memory_order_acquire) != 2)
      std::this_thread::yield();
    data = 2;
  });
  producer.join();
  middle.join();
  consumer.join();
}
