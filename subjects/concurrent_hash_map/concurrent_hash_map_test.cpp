// SPDX-License-Identifier: Apache-2.0
// A bug-inducing test of ConcurrentHashMap, V6 in Table 3 of the PCR paper.
// Prefix: a map that contains itself. Suffixes: clear(), hashCode() | putAll() of the map into itself.
#ifdef FIXED
#include "concurrent_hash_map_fixed.hpp"
#else
#include "concurrent_hash_map.hpp"
#endif

#include <thread>

int main() {
  util::ConcurrentHashMap map;
  map.put(1, &map);
  std::thread clearing([&map] {
    map.clear();
    map.hashCode();
  });
  std::thread putting([&map] { map.putAll(map); });
  clearing.join();
  putting.join();
}
