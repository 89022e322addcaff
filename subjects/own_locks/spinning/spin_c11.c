/* SPDX-License-Identifier: Apache-2.0 */
/* A lock of C11 atomics that backs off between attempts.
 * FORGETS_RELEASE: the second round of a thread ends with the lock held. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_flag taken = ATOMIC_FLAG_INIT;
static int count = 0;

static void lock(void) {
  while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire))
    for (volatile int i = 0; i < 200; i = i + 1) {
    }
}

static void *run(void *argument) {
  (void)argument;
  for (int round = 0; round < 2; ++round) {
    lock();
    count = count + 1;
#ifdef FORGETS_RELEASE
    if (round == 1 && count == 3)
      break; /* BUG */
#endif
    atomic_flag_clear_explicit(&taken, memory_order_release);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  assert(count == 4);
  return 0;
}
