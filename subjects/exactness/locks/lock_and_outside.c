/* SPDX-License-Identifier: Apache-2.0 */
/* An operation outside the critical section moves freely past the other thread's section. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;

static void* inside(void* unused) {
  pthread_mutex_lock(&mutex);
  atomic_store(&x, 1);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* outside(void* unused) {
  (void)atomic_load(&x);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, inside, NULL);
  pthread_create(&threads[1], NULL, outside, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
