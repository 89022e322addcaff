/* SPDX-License-Identifier: Apache-2.0 */
/* Three threads with 2, 2 and 1 operations: 5! / (2! 2! 1!) = 30 executions. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* two(void* unused) {
  atomic_fetch_add(&x, 1);
  atomic_fetch_add(&x, 1);
  return unused;
}

static void* one(void* unused) {
  atomic_fetch_add(&x, 10);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, two, NULL);
  pthread_create(&threads[1], NULL, two, NULL);
  pthread_create(&threads[2], NULL, one, NULL);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
