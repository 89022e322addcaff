/* SPDX-License-Identifier: Apache-2.0 */
/* Fences are not choices: 6 executions, the same number as without the fences. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* work(void* unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  (void)atomic_load_explicit(&x, memory_order_relaxed);
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
