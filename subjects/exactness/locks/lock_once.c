/* SPDX-License-Identifier: Apache-2.0 */
/* Two threads with one critical section each. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  atomic_fetch_add(&x, 1);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, work, NULL);
  pthread_create(&threads[1], NULL, work, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
