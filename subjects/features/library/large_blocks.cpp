// SPDX-License-Identifier: Apache-2.0
// Blocks of a hundred megabytes, filled by one library call: slow, but neither a hang nor out of memory.
#include <cassert>
#include <thread>
#include <vector>

int main() {
  auto fill = [](char value) {
    std::vector<char> block(100U << 20, value);
    assert(block.front() == value && block.back() == value);
  };
  std::thread first(fill, 'a');
  std::thread second(fill, 'b');
  first.join();
  second.join();
}
