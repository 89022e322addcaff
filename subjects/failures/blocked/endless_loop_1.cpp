// SPDX-License-Identifier: Apache-2.0
// The worker polls for a stop flag that is set only if the worker was seen running.
#include <atomic>
#include <thread>

namespace {

std::atomic<bool> running{false};
std::atomic<bool> stop{false};

void work() {
  running = true;
  while (!stop.load()) { // BUG
  }
}

} // namespace

int main() {
  std::thread worker(work);
  if (running.load())
    stop = true;
  worker.join();
}
