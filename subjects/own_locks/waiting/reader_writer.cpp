// SPDX-License-Identifier: Apache-2.0
// Two writers and two readers; the table is balanced.
#include "reader_writer.hpp"

#include <cassert>
#include <thread>

int main() {
  Table table;
  table.put(5);
  std::thread writer([&] { table.clear(); });
  std::thread reader([&] { assert(table.balance() == 0); });
  table.clear();
  assert(table.balance() == 0);
  writer.join();
  reader.join();
  table.put(6);
  assert(table.first() == 6);
}
