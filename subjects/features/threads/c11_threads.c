/* SPDX-License-Identifier: Apache-2.0 */
/* C11 <threads.h>: thrd, mtx, cnd, call_once, tss. */
#include <assert.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static mtx_t mutex;
static cnd_t changed;
static once_flag once = ONCE_FLAG_INIT;
static tss_t slot;
static int ready;
static int initialised;

static void initialise(void) {
  ++initialised;
  assert(tss_create(&slot, free) == thrd_success);
}

static int waiter(void* argument) {
  call_once(&once, initialise);
  tss_set(slot, malloc(8));
  mtx_lock(&mutex);
  while (!ready)
    cnd_wait(&changed, &mutex);
  mtx_unlock(&mutex);
  return *(int*)argument;
}

int main(void) {
  assert(mtx_init(&mutex, mtx_timed | mtx_recursive) == thrd_success);
  assert(cnd_init(&changed) == thrd_success);
  int results[2] = {3, 4};
  thrd_t threads[2];
  for (int i = 0; i < 2; ++i)
    assert(thrd_create(&threads[i], waiter, &results[i]) == thrd_success);
  mtx_lock(&mutex);
  ready = 1;
  mtx_unlock(&mutex);
  cnd_broadcast(&changed);
  int sum = 0;
  for (int i = 0; i < 2; ++i) {
    int result = 0;
    assert(thrd_join(threads[i], &result) == thrd_success);
    sum += result;
  }
  assert(sum == 7 && initialised == 1);
  thrd_yield();
  struct timespec pause = {.tv_sec = 0, .tv_nsec = 1000000};
  thrd_sleep(&pause, NULL);
  assert(thrd_equal(thrd_current(), thrd_current()));
  tss_delete(slot);
  cnd_destroy(&changed);
  mtx_destroy(&mutex);
  return 0;
}
