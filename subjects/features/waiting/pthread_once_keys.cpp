// SPDX-License-Identifier: Apache-2.0
// pthread_once, and thread-specific data with destructors (one of them sets its key again).
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <pthread.h>

namespace {

pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_key_t buffers;
pthread_key_t stubborn;
std::atomic<int> freed{0};
std::atomic<int> rounds{0};
int initialisations = 0;

void freeBuffer(void* buffer) {
  std::free(buffer);
  ++freed;
}

void setAgain(void* value) {
  if (++rounds % 2 == 1)
    pthread_setspecific(stubborn, value);
}

void initialise() {
  ++initialisations;
  assert(pthread_key_create(&buffers, freeBuffer) == 0);
  assert(pthread_key_create(&stubborn, setAgain) == 0);
}

void* work(void* argument) {
  pthread_once(&once, initialise);
  assert(pthread_getspecific(buffers) == nullptr);
  pthread_setspecific(buffers, std::malloc(16));
  if (argument != nullptr)
    pthread_setspecific(stubborn, argument);
  void* mine = pthread_getspecific(buffers);
  sched_yield();
  assert(pthread_getspecific(buffers) == mine);
  return nullptr;
}

} // namespace

int main() {
  pthread_t threads[3];
  int marker = 0;
  for (int i = 0; i < 3; ++i)
    pthread_create(&threads[i], nullptr, work, i == 0 ? &marker : nullptr);
  for (auto& thread : threads)
    pthread_join(thread, nullptr);
  assert(initialisations == 1 && freed == 3 && rounds == 2);
  assert(pthread_getspecific(buffers) == nullptr);
  pthread_key_delete(buffers);
  pthread_key_delete(stubborn);
}
