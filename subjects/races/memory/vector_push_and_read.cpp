// SPDX-License-Identifier: Apache-2.0
// One thread appends (within capacity) while another asks for the size: the end pointer races.
#include <thread>
#include <vector>

int main() {
  std::vector<int> values;
  values.reserve(8);
  std::thread first([&] { values.push_back(1); });
  std::thread second([&] { [[maybe_unused]] volatile std::size_t seen = values.size(); });
  first.join();
  second.join();
}
