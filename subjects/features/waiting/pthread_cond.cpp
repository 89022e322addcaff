// SPDX-License-Identifier: Apache-2.0
// pthread_cond: wait, timedwait on both clocks, clockwait, signal, broadcast.
#include <cassert>
#include <cerrno>
#include <ctime>
#include <pthread.h>

namespace {

struct Gate {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
  pthread_cond_t monotonic;
  int arrived = 0;
  bool open = false;
};

void* pass(void* argument) {
  auto* gate = static_cast<Gate*>(argument);
  pthread_mutex_lock(&gate->mutex);
  ++gate->arrived;
  pthread_cond_signal(&gate->monotonic);
  while (!gate->open)
    pthread_cond_wait(&gate->changed, &gate->mutex);
  pthread_mutex_unlock(&gate->mutex);
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
  Gate gate;
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  assert(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0);
  pthread_cond_init(&gate.monotonic, &attributes);
  pthread_condattr_destroy(&attributes);
  pthread_t threads[2];
  for (auto& thread : threads)
    pthread_create(&thread, nullptr, pass, &gate);

  pthread_mutex_lock(&gate.mutex);
  timespec deadline = after(CLOCK_MONOTONIC, 10000);
  while (gate.arrived < 2)
    assert(pthread_cond_timedwait(&gate.monotonic, &gate.mutex, &deadline) == 0);
  gate.open = true;
  pthread_cond_broadcast(&gate.changed);
  pthread_mutex_unlock(&gate.mutex);
  for (auto& thread : threads)
    pthread_join(thread, nullptr);

  pthread_mutex_lock(&gate.mutex);
  deadline = after(CLOCK_REALTIME, 100);
  assert(pthread_cond_timedwait(&gate.changed, &gate.mutex, &deadline) == ETIMEDOUT);
  deadline = after(CLOCK_MONOTONIC, 100);
  assert(pthread_cond_clockwait(&gate.changed, &gate.mutex, CLOCK_MONOTONIC, &deadline) ==
         ETIMEDOUT);
  assert(pthread_mutex_trylock(&gate.mutex) == EBUSY);
  pthread_mutex_unlock(&gate.mutex);
  pthread_cond_destroy(&gate.changed);
  pthread_cond_destroy(&gate.monotonic);
}
