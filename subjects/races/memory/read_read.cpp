// SPDX-License-Identifier: Apache-2.0
// Concurrent reads of data written before the threads started: no race.
#include <thread>

int table[4] = {};

int main() {
  for (int i = 0; i < 4; ++i)
    table[i] = i;
  int sums[2] = {};
  auto sum = [&sums](int me) {
    for (int value : table)
      sums[me] += value;
  };
  std::thread first(sum, 0);
  std::thread second(sum, 1);
  first.join();
  second.join();
  return sums[0] == sums[1] ? 0 : 1;
}
