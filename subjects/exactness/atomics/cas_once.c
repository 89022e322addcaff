/* SPDX-License-Identifier: Apache-2.0 */
/* Two threads try to claim a word by compare-exchange; the loser stores elsewhere. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int owner;
static atomic_int losers;

static void* first(void* unused) {
  int expected = 0;
  if (!atomic_compare_exchange_strong(&owner, &expected, 1))
    atomic_fetch_add(&losers, 1);
  return unused;
}

static void* second(void* unused) {
  int expected = 0;
  if (!atomic_compare_exchange_strong(&owner, &expected, 2))
    atomic_fetch_add(&losers, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
