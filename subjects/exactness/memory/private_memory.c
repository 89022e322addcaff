/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that one thread alone touches gives no choices: 2 executions. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int privates[2][8];

static void* first(void* unused) {
  for (int i = 0; i < 8; ++i)
    privates[0][i] = i;
  atomic_fetch_add(&x, 1);
  for (int i = 0; i < 8; ++i)
    privates[0][i] += i;
  return unused;
}

static void* second(void* unused) {
  for (int i = 0; i < 8; ++i)
    privates[1][i] = i;
  atomic_fetch_add(&x, 1);
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
