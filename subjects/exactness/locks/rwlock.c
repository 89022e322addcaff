/* SPDX-License-Identifier: Apache-2.0 */
/* Two readers may overlap, the writer excludes both. */
#include <pthread.h>

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;

static void* reader(void* unused) {
  pthread_rwlock_rdlock(&table);
  pthread_rwlock_unlock(&table);
  return unused;
}

static void* writer(void* unused) {
  pthread_rwlock_wrlock(&table);
  pthread_rwlock_unlock(&table);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, reader, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  pthread_create(&threads[2], NULL, writer, NULL);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
