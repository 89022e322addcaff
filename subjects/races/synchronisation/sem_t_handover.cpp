// SPDX-License-Identifier: Apache-2.0
// A POSIX semaphore hands the data over: no race.
#include <semaphore.h>
#include <thread>

int data = 0;
sem_t ready;

int main() {
  sem_init(&ready, 0, 0);
  std::thread producer([] {
    data = 1;
    sem_post(&ready);
  });
  std::thread consumer([] {
    sem_wait(&ready);
    data = 2;
  });
  producer.join();
  consumer.join();
  sem_destroy(&ready);
}
