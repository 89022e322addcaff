/* SPDX-License-Identifier: Apache-2.0 */
/* The consumer reads the data only if it saw the flag. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int data;
static atomic_int flag;

static void* produce(void* unused) {
  atomic_store(&data, 7);
  atomic_store(&flag, 1);
  return unused;
}

static void* consume(void* unused) {
  if (atomic_load(&flag))
    (void)atomic_load(&data);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, produce, NULL);
  pthread_create(&threads[1], NULL, consume, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
