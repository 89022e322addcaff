// SPDX-License-Identifier: Apache-2.0
// A detached thread announces its end by a relaxed atomic: the result races.
#include <atomic>
#include <thread>

int result = 0;
std::atomic<bool> done{false};

int main() {
  std::thread([] {
    result = 1;
    done.store(true, std::memory_order_relaxed);
  }).detach();
  while (!done.load(std::memory_order_relaxed))
    std::this_thread::yield();
  return result == 1 ? 0 : 1;
}
