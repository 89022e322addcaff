/* SPDX-License-Identifier: Apache-2.0 */
/* Operations on different atomics are interleaved too: C(4, 2) = 6 executions. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static atomic_int y;

static void* first(void* unused) {
  atomic_store(&x, 1);
  atomic_store(&x, 2);
  return unused;
}

static void* second(void* unused) {
  atomic_store(&y, 1);
  atomic_store(&y, 2);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
