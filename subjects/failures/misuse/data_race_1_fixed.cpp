// SPDX-License-Identifier: Apache-2.0
// The counter is atomic.
#include <atomic>
#include <thread>

namespace {

std::atomic<long> counter = 0;

void count() {
  ++counter;
}

} // namespace

int main() {
  std::thread first(count);
  std::thread second(count);
  first.join();
  second.join();
}
