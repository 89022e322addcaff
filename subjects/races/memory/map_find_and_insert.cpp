// SPDX-License-Identifier: Apache-2.0
// One thread looks up while another inserts into the same map: the tree races.
#include <map>
#include <thread>

int main() {
  std::map<int, int> map{{1, 1}};
  std::thread reader([&] { [[maybe_unused]] volatile bool found = map.find(3) != map.end(); });
  std::thread writer([&] { map.emplace(2, 2); });
  reader.join();
  writer.join();
}
