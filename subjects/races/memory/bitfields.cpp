// SPDX-License-Identifier: Apache-2.0
// Neighbouring bit-fields are one memory location: they race.
#include <thread>

struct Flags {
  unsigned left : 4;
  unsigned right : 4;
};
Flags flags{};

int main() {
  std::thread first([] { flags.left = 1; });
  std::thread second([] { flags.right = 2; });
  first.join();
  second.join();
}
