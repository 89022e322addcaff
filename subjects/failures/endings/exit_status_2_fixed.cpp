// SPDX-License-Identifier: Apache-2.0
// One reading is compared with the states that exist.
#include <atomic>
#include <cstdlib>
#include <thread>

namespace {

std::atomic<int> phase{0};

void check() {
  const int before = phase.load();
  if (before != 0 && before != 1)
    std::exit(3);
}

} // namespace

int main() {
  std::thread checker(check);
  std::thread mover([] { phase = 1; });
  checker.join();
  mover.join();
}
