// SPDX-License-Identifier: Apache-2.0
// Two threads increment a plain counter.
#include <thread>

namespace {

long counter = 0;

void count() {
  ++counter; // BUG
}

} // namespace

int main() {
  std::thread first(count);
  std::thread second(count);
  first.join();
  second.join();
}
