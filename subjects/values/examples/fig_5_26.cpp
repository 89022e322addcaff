// SPDX-License-Identifier: Apache-2.0
// Figure 5.26: three accesses of three threads, each in conflict with both others.
// Thesis: 3! = 6 orders.
#include <thread>

namespace {

int shared = 0;

void first() { shared = 1; }
void second() { shared = 2; }
void third() { shared = 3; }

} // namespace

int main() {
  std::thread one([] { first(); });
  std::thread two([] { second(); });
  std::thread three([] { third(); });
  one.join();
  two.join();
  three.join();
}
