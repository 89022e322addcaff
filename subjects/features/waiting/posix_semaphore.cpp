// SPDX-License-Identifier: Apache-2.0
// POSIX sem_t: wait, trywait, timedwait, clockwait, post, getvalue.
#include <cassert>
#include <cerrno>
#include <ctime>
#include <pthread.h>
#include <semaphore.h>

namespace {

sem_t items;
sem_t slots;
int buffer[2];

void* produce(void*) {
  for (int i = 1; i <= 4; ++i) {
    sem_wait(&slots);
    buffer[i % 2] = i;
    sem_post(&items);
  }
  return nullptr;
}

void* consume(void* argument) {
  auto* sum = static_cast<int*>(argument);
  for (int i = 1; i <= 4; ++i) {
    sem_wait(&items);
    *sum += buffer[i % 2];
    sem_post(&slots);
  }
  return nullptr;
}

timespec after(clockid_t clock, long milliseconds) {
  timespec deadline;
  clock_gettime(clock, &deadline);
  deadline.tv_nsec += milliseconds * 1000000;
  deadline.tv_sec += deadline.tv_nsec / 1000000000;
  deadline.tv_nsec %= 1000000000;
  return deadline;
}

} // namespace

int main() {
  sem_init(&items, 0, 0);
  sem_init(&slots, 0, 2);
  int sum = 0;
  pthread_t producer;
  pthread_t consumer;
  pthread_create(&producer, nullptr, produce, nullptr);
  pthread_create(&consumer, nullptr, consume, &sum);
  pthread_join(producer, nullptr);
  pthread_join(consumer, nullptr);
  assert(sum == 10);
  int value = -1;
  assert(sem_getvalue(&slots, &value) == 0 && value == 2);
  assert(sem_trywait(&items) == -1 && errno == EAGAIN);
  timespec deadline = after(CLOCK_REALTIME, 100);
  assert(sem_timedwait(&items, &deadline) == -1 && errno == ETIMEDOUT);
  deadline = after(CLOCK_MONOTONIC, 100);
  assert(sem_clockwait(&items, CLOCK_MONOTONIC, &deadline) == -1 && errno == ETIMEDOUT);
  sem_post(&items);
  assert(sem_timedwait(&items, &deadline) == 0);
  sem_destroy(&items);
  sem_destroy(&slots);
}
