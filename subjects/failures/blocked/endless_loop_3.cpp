// SPDX-License-Identifier: Apache-2.0
// A computation in registers that never ends for the value zero, which only one order produces.
#include <atomic>
#include <thread>

namespace {

std::atomic<unsigned> start{0};
std::atomic<unsigned> steps{0};

void countSteps() {
  unsigned value = start.load();
  unsigned count = 0;
  while (value != 1) { // BUG
    value = value % 2 == 0 ? value / 2 : 3 * value + 1;
    ++count;
  }
  steps = count;
}

} // namespace

int main() {
  std::thread counter(countSteps);
  std::thread setter([] { start = 6; });
  counter.join();
  setter.join();
}
