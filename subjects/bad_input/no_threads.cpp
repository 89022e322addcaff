// SPDX-License-Identifier: Apache-2.0
// A program without threads has one interleaving.
#include <vector>

int main() {
  std::vector<int> values(10, 1);
  int sum = 0;
  for (int value : values)
    sum += value;
  return sum == 10 ? 0 : 1;
}
