// SPDX-License-Identifier: Apache-2.0
// pthread spin locks, including the try form.
#include <cassert>
#include <cerrno>
#include <pthread.h>

namespace {

pthread_spinlock_t spin;
int counter = 0;

void* work(void*) {
  for (int i = 0; i < 2; ++i) {
    pthread_spin_lock(&spin);
    ++counter;
    pthread_spin_unlock(&spin);
  }
  if (pthread_spin_trylock(&spin) == 0) {
    ++counter;
    --counter;
    pthread_spin_unlock(&spin);
  }
  return nullptr;
}

} // namespace

int main() {
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_t threads[3];
  for (auto& thread : threads)
    pthread_create(&thread, nullptr, work, nullptr);
  for (auto& thread : threads)
    pthread_join(thread, nullptr);
  assert(counter == 6);
  pthread_spin_lock(&spin);
  assert(pthread_spin_trylock(&spin) == EBUSY);
  pthread_spin_unlock(&spin);
  pthread_spin_destroy(&spin);
}
