// SPDX-License-Identifier: Apache-2.0
// map, set, multimap, multiset: insertion, erasure and iteration by two threads under a lock.
#include <cassert>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>

int main() {
  std::mutex mutex;
  std::map<int, std::string> map;
  std::set<std::string> set;
  std::multimap<int, int> multimap;
  std::multiset<int> multiset;
  auto work = [&](int base) {
    for (int i = base; i < base + 8; ++i) {
      std::lock_guard lock(mutex);
      map.emplace(i, "value " + std::to_string(i));
      set.insert(std::to_string(i % 5));
      multimap.emplace(i % 3, i);
      multiset.insert(i % 2);
    }
    for (int i = base; i < base + 8; i += 2) {
      std::lock_guard lock(mutex);
      map.erase(i);
      if (auto node = map.extract(i + 1)) {
        node.key() = 1000 + i;
        map.insert(std::move(node));
      }
    }
  };
  std::thread a(work, 0);
  std::thread b(work, 100);
  a.join();
  b.join();
  assert(map.size() == 8);
  int previous = -1;
  for (const auto& [key, value] : map) {
    assert(key > previous && key >= 1000);
    previous = key;
  }
  assert(map.lower_bound(1100)->first == 1100);
  assert(set.size() == 5);
  assert(multimap.size() == 16 && multiset.count(0) == 8);
  for (auto it = map.rbegin(); it != map.rend(); ++it)
    assert(it->second.starts_with("value "));
}
