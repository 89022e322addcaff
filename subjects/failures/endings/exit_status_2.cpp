// SPDX-License-Identifier: Apache-2.0
// A worker leaves the program with status 3 when it meets a state it did not expect.
#include <atomic>
#include <cstdlib>
#include <thread>

namespace {

std::atomic<int> phase{0};

void check() {
  const int before = phase.load();
  if (phase.load() != before)
    std::exit(3); // BUG
}

} // namespace

int main() {
  std::thread checker(check);
  std::thread mover([] { phase = 1; });
  checker.join();
  mover.join();
}
