// SPDX-License-Identifier: Apache-2.0
// The semaphore starts with tokens and does not exclude any thread: the data races.
#include <semaphore>
#include <thread>

int data = 0;
std::counting_semaphore<4> ready(2);

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
