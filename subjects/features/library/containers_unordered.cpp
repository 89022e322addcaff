// SPDX-License-Identifier: Apache-2.0
// unordered_map, unordered_set, unordered_multimap with rehashing by two threads under a lock.
#include <cassert>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <unordered_set>

int main() {
  std::mutex mutex;
  std::unordered_map<std::string, int> map;
  std::unordered_set<int> set;
  std::unordered_multimap<int, std::string> multimap;
  auto work = [&](int base) {
    for (int i = base; i < base + 20; ++i) {
      std::lock_guard lock(mutex);
      map["key " + std::to_string(i)] += i;
      set.insert(i);
      multimap.emplace(i % 4, "text");
    }
    for (int i = base; i < base + 20; i += 4) {
      std::lock_guard lock(mutex);
      assert(map.erase("key " + std::to_string(i)) == 1);
      set.erase(i);
    }
  };
  std::thread a(work, 0);
  std::thread b(work, 1000);
  a.join();
  b.join();
  assert(map.size() == 30 && set.size() == 30 && multimap.count(2) == 10);
  map.rehash(200);
  assert(map.at("key 1001") == 1001 && !map.contains("key 1000"));
}
