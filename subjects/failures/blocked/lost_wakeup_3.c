/* SPDX-License-Identifier: Apache-2.0 */
/* The waiter waits without testing whether the event has already happened. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t happened = PTHREAD_COND_INITIALIZER;
static int done;

static void* await(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&happened, &mutex); /* BUG */
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* happen(void* unused) {
  pthread_mutex_lock(&mutex);
  done = 1;
  pthread_cond_signal(&happened);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, await, NULL);
  pthread_create(&threads[1], NULL, happen, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  return done == 1 ? 0 : 1;
}
