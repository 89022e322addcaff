/* SPDX-License-Identifier: Apache-2.0 */
/* A waiter without predicate: the notification that comes first is lost. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void* await(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* announce(void* unused) {
  pthread_cond_signal(&changed);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, await, NULL);
  pthread_create(&threads[1], NULL, announce, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
