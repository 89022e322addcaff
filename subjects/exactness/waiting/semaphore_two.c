/* SPDX-License-Identifier: Apache-2.0 */
/* Two tokens for three threads. */
#include <pthread.h>
#include <semaphore.h>

static sem_t items;

static void* work(void* unused) {
  sem_wait(&items);
  sem_post(&items);
  return unused;
}

int main(void) {
  sem_init(&items, 0, 2);
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, work, NULL);
  pthread_create(&threads[1], NULL, work, NULL);
  pthread_create(&threads[2], NULL, work, NULL);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
