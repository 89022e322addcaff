// SPDX-License-Identifier: Apache-2.0
// Different elements of vector<bool> share a word: they race.
#include <thread>
#include <vector>

int main() {
  std::vector<bool> values(8);
  std::thread first([&] { values[0] = true; });
  std::thread second([&] { values[1] = true; });
  first.join();
  second.join();
}
