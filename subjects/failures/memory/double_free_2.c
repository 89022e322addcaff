/* SPDX-License-Identifier: Apache-2.0 */
/* close() may be called by two threads; the flag is tested and set in two steps. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char* buffer;
static atomic_int closed;

static void* close_once(void* unused) {
  if (atomic_load(&closed))
    return unused;
  atomic_store(&closed, 1);
  free(buffer); /* BUG */
  return unused;
}

int main(void) {
  buffer = malloc(16);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], NULL, close_once, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
