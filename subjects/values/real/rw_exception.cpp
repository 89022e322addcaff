// SPDX-License-Identifier: Apache-2.0
// Readers and writers whose lock counts a reader outside its monitor: a reader may read while a writer writes.
// Thesis: RW-exception, 4 threads, exception caused by a race.
#ifndef FIXED
#define ENTERS_UNLOCKED
#endif
#include <stdexcept>

#include "readers_writers.hpp"

namespace {

// Both fields always have the same value for a reader.
struct Record {
  int value = 0;
  int copy = 0;
};

} // namespace

int main() {
  ReadersWritersLock lock;
  Record record;
  const auto read = [&] {
    if (record.value != record.copy)
      throw std::logic_error("read a record that is half written"); // BUG
  };
  const auto write = [&] {
    ++record.value;
    ++record.copy;
  };
  runReadersAndWriters(lock, read, write);
}
