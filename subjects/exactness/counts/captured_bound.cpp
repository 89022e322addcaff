// SPDX-License-Identifier: Apache-2.0
// executions: 20 = C(6, 3)
// Both threads read the bound of their loop through a reference: reading memory that is only read is not a choice.
#include <atomic>
#include <thread>

int main() {
  std::atomic<int> sum{0};
  int rounds = 3;
  auto add = [&] {
    for (int i = 0; i < rounds; ++i)
      sum.fetch_add(1);
  };
  std::thread first(add);
  std::thread second(add);
  first.join();
  second.join();
  return sum == 6 ? 0 : 1;
}
