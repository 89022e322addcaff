/* SPDX-License-Identifier: Apache-2.0 */
/* Two plain increments, a load and a store each: 6 executions, two of which lose nothing. */
#include <pthread.h>

static int counter;

static void* add(void* unused) {
  counter = counter + 1;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, add, NULL);
  pthread_create(&threads[1], NULL, add, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
