/* SPDX-License-Identifier: Apache-2.0 */
/* Plain C11: pthreads and <stdatomic.h>; a work queue with a condition variable. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct job {
  char name[24];
  struct job* next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t available = PTHREAD_COND_INITIALIZER;
static struct job* jobs;
static int closed;
static atomic_int processed;
static _Thread_local int mine;

static void* worker(void* argument) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    while (jobs == NULL && !closed)
      pthread_cond_wait(&available, &mutex);
    struct job* job = jobs;
    if (job != NULL)
      jobs = job->next;
    pthread_mutex_unlock(&mutex);
    if (job == NULL)
      break;
    assert(strncmp(job->name, "job ", 4) == 0);
    free(job);
    ++mine;
    atomic_fetch_add_explicit(&processed, 1, memory_order_relaxed);
  }
  *(int*)argument = mine;
  return argument;
}

int main(void) {
  pthread_t threads[2];
  int counts[2] = {0, 0};
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], NULL, worker, &counts[i]);
  for (int i = 0; i < 4; ++i) {
    struct job* job = calloc(1, sizeof *job);
    strcpy(job->name, "job ");
    job->name[4] = (char)('0' + i);
    pthread_mutex_lock(&mutex);
    job->next = jobs;
    jobs = job;
    pthread_mutex_unlock(&mutex);
    pthread_cond_signal(&available);
  }
  pthread_mutex_lock(&mutex);
  closed = 1;
  pthread_cond_broadcast(&available);
  pthread_mutex_unlock(&mutex);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  assert(atomic_load(&processed) == 4 && counts[0] + counts[1] == 4);
  return 0;
}
