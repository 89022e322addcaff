// SPDX-License-Identifier: Apache-2.0
// pthread mutexes of all types: normal, recursive, errorcheck, adaptive; timed and try locking.
#include <cassert>
#include <cerrno>
#include <ctime>
#include <pthread.h>

namespace {

struct Shared {
  pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_t recursive;
  pthread_mutex_t checked;
  int counter = 0;
};

void initialise(pthread_mutex_t* mutex, int type) {
  pthread_mutexattr_t attributes;
  assert(pthread_mutexattr_init(&attributes) == 0);
  assert(pthread_mutexattr_settype(&attributes, type) == 0);
  int readBack = -1;
  assert(pthread_mutexattr_gettype(&attributes, &readBack) == 0 && readBack == type);
  assert(pthread_mutex_init(mutex, &attributes) == 0);
  assert(pthread_mutexattr_destroy(&attributes) == 0);
}

void* work(void* argument) {
  auto* shared = static_cast<Shared*>(argument);
  pthread_mutex_lock(&shared->normal);
  ++shared->counter;
  pthread_mutex_unlock(&shared->normal);

  assert(pthread_mutex_lock(&shared->recursive) == 0);
  assert(pthread_mutex_lock(&shared->recursive) == 0);
  assert(pthread_mutex_trylock(&shared->recursive) == 0);
  for (int i = 0; i < 3; ++i)
    assert(pthread_mutex_unlock(&shared->recursive) == 0);

  assert(pthread_mutex_lock(&shared->checked) == 0);
  assert(pthread_mutex_lock(&shared->checked) == EDEADLK);
  assert(pthread_mutex_unlock(&shared->checked) == 0);

  timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 10;
  assert(pthread_mutex_timedlock(&shared->normal, &deadline) == 0);
  ++shared->counter;
  pthread_mutex_unlock(&shared->normal);
  return shared;
}

} // namespace

int main() {
  Shared shared;
  initialise(&shared.recursive, PTHREAD_MUTEX_RECURSIVE);
  initialise(&shared.checked, PTHREAD_MUTEX_ERRORCHECK);
  pthread_t threads[2];
  for (auto& thread : threads)
    assert(pthread_create(&thread, nullptr, work, &shared) == 0);
  for (auto& thread : threads) {
    void* result = nullptr;
    assert(pthread_join(thread, &result) == 0 && result == &shared);
  }
  assert(shared.counter == 4);
  assert(pthread_mutex_unlock(&shared.checked) == EPERM);
  assert(pthread_mutex_trylock(&shared.normal) == 0);
  assert(pthread_mutex_trylock(&shared.normal) == EBUSY);
  assert(pthread_mutex_unlock(&shared.normal) == 0);
  assert(pthread_mutex_destroy(&shared.normal) == 0);
  assert(pthread_mutex_destroy(&shared.recursive) == 0);
  assert(pthread_mutex_destroy(&shared.checked) == 0);
}
