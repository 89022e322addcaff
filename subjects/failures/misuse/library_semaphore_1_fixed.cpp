// SPDX-License-Identifier: Apache-2.0
// The same with a POSIX semaphore.
#include <semaphore.h>
#include <thread>
#include <vector>

int main() {
  sem_t turn;
  sem_init(&turn, 0, 1);
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&turn] {
      sem_wait(&turn);
      sem_post(&turn);
    });
  }
  for (auto& thread : threads)
    thread.join();
  sem_destroy(&turn);
}
