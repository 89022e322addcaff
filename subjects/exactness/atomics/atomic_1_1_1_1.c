/* SPDX-License-Identifier: Apache-2.0 */
/* Four threads with one operation each: 24 executions. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* add(void* unused) {
  atomic_fetch_add(&x, 1);
  return unused;
}

int main(void) {
  pthread_t threads[4];
  pthread_create(&threads[0], NULL, add, NULL);
  pthread_create(&threads[1], NULL, add, NULL);
  pthread_create(&threads[2], NULL, add, NULL);
  pthread_create(&threads[3], NULL, add, NULL);
  for (int i = 0; i < 4; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
