// SPDX-License-Identifier: Apache-2.0
// executions: 90 = 6! / (2! 2! 2!)
#include <atomic>
#include <thread>
#include <vector>

int main() {
  std::atomic<int> sum{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&sum, i] {
      sum.fetch_add(i);
      sum.fetch_sub(i);
    });
  for (std::thread& thread : threads)
    thread.join();
  return sum == 0 ? 0 : 1;
}
