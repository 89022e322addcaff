/* SPDX-License-Identifier: Apache-2.0 */
/* A ticket lock whose ticket is taken in two steps: two threads get in, and the guard aborts. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int next_ticket;
static atomic_int now_serving;
static atomic_int inside;

static void* enter(void* unused) {
  int ticket = atomic_load(&next_ticket);
  atomic_store(&next_ticket, ticket + 1);
  while (atomic_load(&now_serving) < ticket)
    sched_yield();
  if (atomic_fetch_add(&inside, 1) != 0)
    abort(); /* BUG */
  atomic_fetch_sub(&inside, 1);
  atomic_fetch_add(&now_serving, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], NULL, enter, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
