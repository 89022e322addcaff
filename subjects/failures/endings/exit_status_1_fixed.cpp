// SPDX-License-Identifier: Apache-2.0
// No update can be lost.
#include <atomic>
#include <thread>

int main() {
  std::atomic<int> sum{0};
  auto add = [&sum] { sum.fetch_add(1); };
  std::thread first(add);
  std::thread second(add);
  first.join();
  second.join();
  return sum == 2 ? 0 : 1;
}
