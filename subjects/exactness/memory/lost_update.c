/* SPDX-License-Identifier: Apache-2.0 */
/* A lost update, noticed by an assertion after the join. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* add(void* unused) {
  int seen = atomic_load(&x);
  atomic_store(&x, seen + 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, add, NULL);
  pthread_create(&threads[1], NULL, add, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  assert(atomic_load(&x) == 2);
  return 0;
}
