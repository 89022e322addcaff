/* SPDX-License-Identifier: Apache-2.0 */
/* pthread_once: one thread initialises, the other waits for it or comes later. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_once_t flag = PTHREAD_ONCE_INIT;
static atomic_int x;

static void initialise(void) {
  atomic_store(&x, 1);
}

static void* work(void* unused) {
  pthread_once(&flag, initialise);
  (void)atomic_load(&x);
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
