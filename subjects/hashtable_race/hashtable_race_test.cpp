// SPDX-License-Identifier: Apache-2.0
// A bug-inducing test of Hashtable, V7 in Table 3 of the PCR paper.
// Prefix: a full table. Suffixes: elements() | put() of one more key.
#ifdef FIXED
#include "hashtable_race_fixed.hpp"
#else
#include "hashtable_race.hpp"
#endif

#include <thread>

int main() {
  util::Hashtable table;
  table.put(1, 10);
  table.put(2, 20);
  std::thread walking([&table] { table.elements(); }); // BUG
  std::thread putting([&table] { table.put(3, 30); });
  walking.join();
  putting.join();
}
