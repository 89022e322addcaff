// SPDX-License-Identifier: Apache-2.0
// Figure 5.20: one write and two concurrent reads. The order of the reads does not matter, but which of them see the write does.
// Thesis: 2^2 = 4 orders, one for each set of reads before the write.
#include <thread>

namespace {

int shared = 0;
int seen[2];

void first() { shared = 1; }
void second() { seen[0] = shared; }
void third() { seen[1] = shared; }

} // namespace

int main() {
  std::thread one([] { first(); });
  std::thread two([] { second(); });
  std::thread three([] { third(); });
  one.join();
  two.join();
  three.join();
}
