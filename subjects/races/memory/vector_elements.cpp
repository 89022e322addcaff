// SPDX-License-Identifier: Apache-2.0
// Different elements of one vector: no race.
#include <thread>
#include <vector>

int main() {
  std::vector<int> values(4);
  std::thread first([&] {
    values[0] = 1;
    values[1] = 2;
  });
  std::thread second([&] {
    values[2] = 3;
    values[3] = 4;
  });
  first.join();
  second.join();
  return values[0] + values[3] == 5 ? 0 : 1;
}
