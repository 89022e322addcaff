// SPDX-License-Identifier: Apache-2.0
// A thread ends the program by quick_exit: its handlers run, destructors do not.
#include <atomic>
#include <cstdlib>
#include <thread>

namespace {

std::atomic<bool> handled{false};

} // namespace

int main() {
  std::at_quick_exit([] { handled = true; });
  std::thread leaver([] { std::quick_exit(0); });
  leaver.join();
}
