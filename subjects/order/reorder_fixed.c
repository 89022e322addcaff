/* SPDX-License-Identifier: Apache-2.0 */
/* Setters write two variables under the lock under which the checker reads them.
   Argument: the number of threads, the checker included. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int first;
static int second;

static void* set(void* unused) {
  pthread_mutex_lock(&mutex);
  first = 1;
  second = -1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* check(void* unused) {
  pthread_mutex_lock(&mutex);
  int one = first;
  int other = second;
  pthread_mutex_unlock(&mutex);
  assert((one == 0 && other == 0) || (one == 1 && other == -1));
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
