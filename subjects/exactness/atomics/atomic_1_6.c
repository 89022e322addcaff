/* SPDX-License-Identifier: Apache-2.0 */
/* Two threads with 1 and 6 operations on one atomic: C(7, 1) = 7 executions. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* first(void* unused) {
  atomic_fetch_add(&x, 1);
  return unused;
}

static void* second(void* unused) {
  for (int i = 0; i < 6; ++i)
    atomic_fetch_add(&x, 1);
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
