/* SPDX-License-Identifier: Apache-2.0 */
/* A driver is stopped when no request is in it. A request first looks whether the driver is stopping and then counts itself in: a stop
   in between sees no request, and the request meets a stopped driver. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int inside = 1; /* the driver itself */
static atomic_int stopping;
static atomic_int stopped;

static void leave(void) {
  if (atomic_fetch_sub(&inside, 1) == 1)
    atomic_store(&stopped, 1);
}

static void* request(void* unused) {
  if (!atomic_load(&stopping)) {
    atomic_fetch_add(&inside, 1);
    assert(!atomic_load(&stopped)); /* BUG */
    leave();
  }
  return unused;
}

static void* stop(void* unused) {
  atomic_store(&stopping, 1);
  leave();
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, request, NULL);
  pthread_create(&threads[1], NULL, request, NULL);
  pthread_create(&threads[2], NULL, stop, NULL);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
