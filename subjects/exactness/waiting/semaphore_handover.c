/* SPDX-License-Identifier: Apache-2.0 */
/* A semaphore that starts at zero orders the two threads. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t items;
static atomic_int x;

static void* produce(void* unused) {
  atomic_store(&x, 1);
  sem_post(&items);
  return unused;
}

static void* consume(void* unused) {
  sem_wait(&items);
  (void)atomic_load(&x);
  return unused;
}

int main(void) {
  sem_init(&items, 0, 0);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, produce, NULL);
  pthread_create(&threads[1], NULL, consume, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
