/* SPDX-License-Identifier: Apache-2.0 */
/* Increment by compare-exchange in a loop: a failed attempt is repeated with the value seen. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* add(void* unused) {
  int seen = atomic_load(&x);
  while (!atomic_compare_exchange_strong(&x, &seen, seen + 1)) {
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, add, NULL);
  pthread_create(&threads[1], NULL, add, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
