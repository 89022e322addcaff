// SPDX-License-Identifier: Apache-2.0
// pthread_rwlock: shared and exclusive, try and timed forms.
#include <cassert>
#include <cerrno>
#include <ctime>
#include <pthread.h>

namespace {

pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
int left = 0;
int right = 0;

timespec inTenSeconds() {
  timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 10;
  return deadline;
}

void* writer(void*) {
  assert(pthread_rwlock_wrlock(&rwlock) == 0);
  ++left;
  ++right;
  assert(pthread_rwlock_unlock(&rwlock) == 0);
  const timespec deadline = inTenSeconds();
  assert(pthread_rwlock_timedwrlock(&rwlock, &deadline) == 0);
  ++left;
  ++right;
  assert(pthread_rwlock_unlock(&rwlock) == 0);
  return nullptr;
}

void* reader(void*) {
  assert(pthread_rwlock_rdlock(&rwlock) == 0);
  assert(left == right);
  assert(pthread_rwlock_unlock(&rwlock) == 0);
  const timespec deadline = inTenSeconds();
  assert(pthread_rwlock_timedrdlock(&rwlock, &deadline) == 0);
  assert(left == right);
  assert(pthread_rwlock_unlock(&rwlock) == 0);
  return nullptr;
}

} // namespace

int main() {
  pthread_t threads[3];
  pthread_create(&threads[0], nullptr, writer, nullptr);
  pthread_create(&threads[1], nullptr, reader, nullptr);
  pthread_create(&threads[2], nullptr, reader, nullptr);
  for (auto& thread : threads)
    pthread_join(thread, nullptr);
  assert(left == 2 && right == 2);
  assert(pthread_rwlock_tryrdlock(&rwlock) == 0);
  assert(pthread_rwlock_tryrdlock(&rwlock) == 0);
  assert(pthread_rwlock_trywrlock(&rwlock) == EBUSY);
  pthread_rwlock_unlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  assert(pthread_rwlock_trywrlock(&rwlock) == 0);
  assert(pthread_rwlock_tryrdlock(&rwlock) == EBUSY);
  pthread_rwlock_unlock(&rwlock);
  assert(pthread_rwlock_destroy(&rwlock) == 0);
}
