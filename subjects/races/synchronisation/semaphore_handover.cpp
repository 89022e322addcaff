// SPDX-License-Identifier: Apache-2.0
// A binary semaphore hands the data over: no race.
#include <semaphore>
#include <thread>

int data = 0;
std::binary_semaphore ready(0);

int main() {
  std::thread producer([] {
    data = 1;
    ready.release();
  });
  std::thread consumer([] {
    ready.acquire();
    data = 2;
  });
  producer.join();
  consumer.join();
}
