/* SPDX-License-Identifier: Apache-2.0 */
/* The main thread works between creating and joining. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* add(void* unused) {
  atomic_fetch_add(&x, 1);
  atomic_fetch_add(&x, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  atomic_fetch_add(&x, 10);
  pthread_create(&thread, NULL, add, NULL);
  atomic_fetch_add(&x, 100);
  pthread_join(thread, NULL);
  atomic_fetch_add(&x, 1000);
  return 0;
}
