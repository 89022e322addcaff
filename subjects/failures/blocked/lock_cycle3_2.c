/* SPDX-License-Identifier: Apache-2.0 */
/* A cycle through three locks, one of them a read-write lock. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t journal = PTHREAD_MUTEX_INITIALIZER;

static void* insert(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_rwlock_wrlock(&table); /* BUG */
  pthread_rwlock_unlock(&table);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* scan(void* unused) {
  pthread_rwlock_rdlock(&table);
  pthread_mutex_lock(&journal); /* BUG */
  pthread_mutex_unlock(&journal);
  pthread_rwlock_unlock(&table);
  return unused;
}

static void* flush(void* unused) {
  pthread_mutex_lock(&journal);
  pthread_mutex_lock(&mutex); /* BUG */
  pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&journal);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, insert, NULL);
  pthread_create(&threads[1], NULL, scan, NULL);
  pthread_create(&threads[2], NULL, flush, NULL);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
