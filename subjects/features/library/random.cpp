// SPDX-License-Identifier: Apache-2.0
// Seeded random engines: one per thread, and one shared under a lock.
#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <mutex>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

int main() {
  auto shuffled = [](unsigned seed) {
    std::vector<int> values(10);
    std::iota(values.begin(), values.end(), 0);
    std::mt19937 engine(seed);
    std::shuffle(values.begin(), values.end(), engine);
    return values;
  };
  std::vector<int> first;
  std::vector<int> second;
  std::thread a([&] { first = shuffled(7); });
  std::thread b([&] { second = shuffled(7); });
  std::mutex mutex;
  std::minstd_rand shared(1);
  std::uniform_int_distribution<int> die(1, 6);
  auto roll = [&] {
    std::lock_guard lock(mutex);
    const int value = die(shared);
    assert(value >= 1 && value <= 6);
  };
  std::thread c(roll);
  std::thread d(roll);
  a.join();
  b.join();
  c.join();
  d.join();
  assert(first == second);
  std::srand(3);
  const int once = std::rand();
  std::srand(3);
  assert(std::rand() == once);
}
