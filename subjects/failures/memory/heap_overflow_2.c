/* SPDX-License-Identifier: Apache-2.0 */
/* A message is copied with the length of one moment into a buffer sized at another. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char message[32] = "short";

static size_t length(void) {
  pthread_mutex_lock(&mutex);
  size_t result = strlen(message);
  pthread_mutex_unlock(&mutex);
  return result;
}

static void* copy(void* unused) {
  char* buffer = malloc(length() + 1);
  pthread_mutex_lock(&mutex);
  strcpy(buffer, message); /* BUG */
  pthread_mutex_unlock(&mutex);
  free(buffer);
  return unused;
}

static void* update(void* unused) {
  pthread_mutex_lock(&mutex);
  strcpy(message, "a much longer message");
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, copy, NULL);
  pthread_create(&threads[1], NULL, update, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
