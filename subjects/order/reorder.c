/* SPDX-License-Identifier: Apache-2.0 */
/* Setters write two variables one after the other; the checker must come between the two writes of the very first setter.
   Argument: the number of threads, the checker included. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int first;
static atomic_int second;

static void* set(void* unused) {
  atomic_store(&first, 1);
  atomic_store(&second, -1);
  return unused;
}

static void* check(void* unused) {
  int one = atomic_load(&first);
  int other = atomic_load(&second);
  assert((one == 0 && other == 0) || (one == 1 && other == -1)); /* BUG */
  return unused;
}

int main(int argc, char** argv) {
  int count = argc > 1 ? atoi(argv[1]) : 3;
  pthread_t* threads = malloc((size_t)count * sizeof *threads);
  for (int i = 0; i + 1 < count; ++i)
    pthread_create(&threads[i], NULL, set, NULL);
  pthread_create(&threads[count - 1], NULL, check, NULL);
  for (int i = 0; i < count; ++i)
    pthread_join(threads[i], NULL);
  free(threads);
  return 0;
}
