/* SPDX-License-Identifier: Apache-2.0 */
/* Quick sort with a thread for each part. Argument: the number of values. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct part {
  int* values;
  int begin, end;
};

static int split(const struct part* part) {
  int* values = part->values;
  int pivot = values[part->end - 1];
  int middle = part->begin;
  for (int i = part->begin; i < part->end - 1; ++i) {
    if (values[i] < pivot) {
      int swapped = values[i];
      values[i] = values[middle];
      values[middle++] = swapped;
    }
  }
  values[part->end - 1] = values[middle];
  values[middle] = pivot;
  return middle;
}

static void* sort(void* argument) {
  struct part part = *(struct part*)argument;
  free(argument);
  if (part.end - part.begin < 2)
    return NULL;
  int middle = split(&part);
  struct part* left = malloc(sizeof *left);
  struct part* right = malloc(sizeof *right);
  *left = (struct part){part.values, part.begin, middle};
  *right = (struct part){part.values, middle + 1, part.end};
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, sort, left);
  pthread_create(&threads[1], NULL, sort, right);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return NULL;
}

int main(int argc, char** argv) {
  int count = argc > 1 ? atoi(argv[1]) : 16;
  int* values = malloc((size_t)count * sizeof *values);
  for (int i = 0; i < count; ++i)
    values[i] = (i * 7 + 3) % count;
  struct part* all = malloc(sizeof *all);
  *all = (struct part){values, 0, count};
  sort(all);
  for (int i = 1; i < count; ++i)
    assert(values[i - 1] <= values[i]);
  return 0;
}
