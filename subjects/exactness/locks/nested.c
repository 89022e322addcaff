/* SPDX-License-Identifier: Apache-2.0 */
/* A thread that starts and joins a thread of its own. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* inner(void* unused) {
  atomic_fetch_add(&x, 1);
  return unused;
}

static void* outer(void* unused) {
  atomic_fetch_add(&x, 10);
  pthread_t thread;
  pthread_create(&thread, NULL, inner, NULL);
  atomic_fetch_add(&x, 100);
  pthread_join(thread, NULL);
  atomic_fetch_add(&x, 1000);
  return unused;
}

static void* other(void* unused) {
  atomic_fetch_add(&x, 10000);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, outer, NULL);
  pthread_create(&threads[1], NULL, other, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
