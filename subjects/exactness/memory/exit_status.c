/* SPDX-License-Identifier: Apache-2.0 */
/* The status of main tells which thread came last. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* first(void* unused) {
  atomic_store(&x, 1);
  return unused;
}

static void* second(void* unused) {
  atomic_store(&x, 2);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  return atomic_load(&x);
}
