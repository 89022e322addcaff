/* SPDX-License-Identifier: Apache-2.0 */
/* The flag is set after the buffer. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static _Atomic(char*) buffer;
static atomic_int ready;

static void* initialise(void* unused) {
  atomic_store(&buffer, (char*)malloc(32));
  atomic_store(&ready, 1);
  return unused;
}

static void* write(void* unused) {
  if (atomic_load(&ready)) {
    strcpy(atomic_load(&buffer), "a line of text");
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, initialise, NULL);
  pthread_create(&threads[1], NULL, write, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  free(atomic_load(&buffer));
  return 0;
}
