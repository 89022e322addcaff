/* SPDX-License-Identifier: Apache-2.0 */
/* Two threads meet at a barrier; what follows it follows both. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int x;

static void* work(void* unused) {
  atomic_fetch_add(&x, 1);
  pthread_barrier_wait(&barrier);
  (void)atomic_load(&x);
  return unused;
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, work, NULL);
  pthread_create(&threads[1], NULL, work, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
