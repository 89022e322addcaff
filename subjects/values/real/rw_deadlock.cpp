// SPDX-License-Identifier: Apache-2.0
// Readers and writers whose lock stops counting a reader outside its monitor: the count never drops to zero, and the writers wait
// forever.
// Thesis: RW-deadlock, 4 threads, deadlock caused by a race.
#ifndef FIXED
#define LEAVES_UNLOCKED
#endif
#include "readers_writers.hpp"

int main() {
  ReadersWritersLock lock;
  int value = 0;
  int sum = 0;
  const auto read = [&] { return value; };
  const auto write = [&] { sum += ++value; };
  runReadersAndWriters(lock, read, write);
}
