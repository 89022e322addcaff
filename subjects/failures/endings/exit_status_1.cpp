// SPDX-License-Identifier: Apache-2.0
// main reports failure by its status when an update has been lost.
#include <atomic>
#include <thread>

int main() {
  std::atomic<int> sum{0};
  auto add = [&sum] { sum.store(sum.load() + 1); };
  std::thread first(add);
  std::thread second(add);
  first.join();
  second.join();
  return sum == 2 ? 0 : 1; // BUG
}
