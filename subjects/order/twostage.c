/* SPDX-License-Identifier: Apache-2.0 */
/* Writers publish a value in two stages, each under a lock of its own; the reader must come between the two stages of the
   very first writer. Argument: the number of threads, the reader included. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t value_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t copy_lock = PTHREAD_MUTEX_INITIALIZER;
static int value;
static int copy;

static void* write_both(void* unused) {
  pthread_mutex_lock(&value_lock);
  value = 1;
  pthread_mutex_unlock(&value_lock);
  pthread_mutex_lock(&copy_lock);
  copy = 2;
  pthread_mutex_unlock(&copy_lock);
  return unused;
}

static void* read_both(void* unused) {
  pthread_mutex_lock(&value_lock);
  int seen = value;
  pthread_mutex_unlock(&value_lock);
  if (seen == 0)
    return unused;
  pthread_mutex_lock(&copy_lock);
  int seen_copy = copy;
  pthread_mutex_unlock(&copy_lock);
  assert(seen_copy == seen + 1); /* BUG */
  return unused;
}

int main(int argc, char** argv) {
  int count = argc > 1 ? atoi(argv[1]) : 3;
  pthread_t* threads = malloc((size_t)count * sizeof *threads);
  for (int i = 0; i + 1 < count; ++i)
    pthread_create(&threads[i], NULL, write_both, NULL);
  pthread_create(&threads[count - 1], NULL, read_both, NULL);
  for (int i = 0; i < count; ++i)
    pthread_join(threads[i], NULL);
  free(threads);
  return 0;
}
