// SPDX-License-Identifier: Apache-2.0
// Neighbouring bytes and fields are different memory locations: no race.
#include <thread>

struct Cells {
  char left = 0;
  char right = 0;
  short wide = 0;
};
Cells cells;

int main() {
  std::thread first([] { cells.left = 1; });
  std::thread second([] { cells.right = 2; });
  std::thread third([] { cells.wide = 3; });
  first.join();
  second.join();
  third.join();
  return cells.left + cells.right + cells.wide == 6 ? 0 : 1;
}
