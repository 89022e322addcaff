/* SPDX-License-Identifier: Apache-2.0 */
/* The mutex is destroyed while another thread still holds it. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  atomic_store(&done, 1);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  while (!atomic_load(&done))
    sched_yield();
  pthread_mutex_destroy(&mutex); /* BUG */
  pthread_join(thread, NULL);
  return 0;
}
