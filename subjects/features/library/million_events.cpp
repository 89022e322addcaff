// SPDX-License-Identifier: Apache-2.0
// More than a million accesses to shared memory in one execution.
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

int main() {
  constexpr int kRounds = 250;
  constexpr int kCells = 1000;
  std::vector<int> cells(kCells);
  std::mutex mutex;
  auto work = [&] {
    for (int round = 0; round < kRounds; ++round) {
      std::lock_guard lock(mutex);
      for (int i = 0; i < kCells; ++i)
        cells[static_cast<std::size_t>(i)] += 1;
    }
  };
  std::thread a(work);
  std::thread b(work);
  a.join();
  b.join();
  for (int cell : cells)
    assert(cell == 2 * kRounds);
}
