// SPDX-License-Identifier: Apache-2.0
// A struct copy overlaps a one-byte write in its middle: they race.
#include <cstring>
#include <thread>

struct Record {
  char text[64];
};
Record source{"source"};
Record copies[2];

int main() {
  std::thread first([] { std::memcpy(&copies[0], &source, sizeof source); });
  std::thread second([] { copies[0].text[40] = 1; });
  first.join();
  second.join();
}
