// SPDX-License-Identifier: Apache-2.0
// std::latch: workers prepare, arrive and wait; after the wait, all results are visible.
#include <cassert>
#include <latch>
#include <thread>
#include <vector>

int main() {
  constexpr int kWorkers = 3;
  std::latch prepared(kWorkers);
  std::latch finished(kWorkers);
  int parts[kWorkers] = {};
  int sums[kWorkers] = {};
  std::vector<std::thread> threads;
  for (int i = 0; i < kWorkers; ++i) {
    threads.emplace_back([&, i] {
      parts[i] = i + 1;
      prepared.arrive_and_wait();
      for (int part : parts)
        sums[i] += part;
      finished.count_down();
    });
  }
  finished.wait();
  assert(finished.try_wait());
  for (int sum : sums)
    assert(sum == 6);
  for (auto& thread : threads)
    thread.join();
}
