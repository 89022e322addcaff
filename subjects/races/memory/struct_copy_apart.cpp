// SPDX-License-Identifier: Apache-2.0
// Two threads copy whole structs: memcpy reads one, writes the other. Different objects: no race.
#include <cstring>
#include <thread>

struct Record {
  char text[64];
};
Record source{"source"};
Record copies[2];

int main() {
  std::thread first([] { std::memcpy(&copies[0], &source, sizeof source); });
  std::thread second([] { copies[1] = source; });
  first.join();
  second.join();
  return std::strcmp(copies[0].text, copies[1].text);
}
