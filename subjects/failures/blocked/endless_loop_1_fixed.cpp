// SPDX-License-Identifier: Apache-2.0
// The flag is set in any case.
#include <atomic>
#include <thread>

namespace {

std::atomic<bool> running{false};
std::atomic<bool> stop{false};

void work() {
  running = true;
  while (!stop.load()) {
  }
}

} // namespace

int main() {
  std::thread worker(work);
  stop = true;
  worker.join();
}
