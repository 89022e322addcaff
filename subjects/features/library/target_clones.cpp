// SPDX-License-Identifier: Apache-2.0
// A function in versions for several processors: the loader picks one before the engine is ready.
#include <cassert>
#include <mutex>
#include <thread>

__attribute__((target_clones("avx2", "default"))) int sum(const int* numbers, int count) {
  int total = 0;
  for (int i = 0; i < count; ++i)
    total += numbers[i];
  return total;
}

int main() {
  const int numbers[] = {1, 2, 3, 4};
  std::mutex mutex;
  int total = 0;
  auto add = [&] {
    std::lock_guard lock(mutex);
    total += sum(numbers, 4);
  };
  std::thread first(add);
  std::thread second(add);
  first.join();
  second.join();
  assert(total == 20);
}
