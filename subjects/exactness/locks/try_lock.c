/* SPDX-License-Identifier: Apache-2.0 */
/* A try-lock succeeds or fails depending on where it falls. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int got;

static void* holder(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* trier(void* unused) {
  if (pthread_mutex_trylock(&mutex) == 0) {
    atomic_store(&got, 1);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, holder, NULL);
  pthread_create(&threads[1], NULL, trier, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
