// SPDX-License-Identifier: Apache-2.0
// The start is never zero.
#include <atomic>
#include <thread>

namespace {

std::atomic<unsigned> start{0};
std::atomic<unsigned> steps{0};

void countSteps() {
  unsigned value = start.load() | 1;
  unsigned count = 0;
  while (value != 1) {
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
