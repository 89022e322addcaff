/* SPDX-License-Identifier: Apache-2.0 */
/* Test and set are one step. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char* buffer;
static atomic_int closed;

static void* close_once(void* unused) {
  if (atomic_exchange(&closed, 1))
    return unused;
  free(buffer);
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
