// SPDX-License-Identifier: Apache-2.0
// Detached threads: one that main waits for, and one still blocked when main returns.
#include <atomic>
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

int main() {
  auto done = std::make_shared<std::atomic<bool>>(false);
  int data = 0;
  std::thread([done, &data] {
    data = 1;
    done->store(true, std::memory_order_release);
  }).detach();
  while (!done->load(std::memory_order_acquire))
    std::this_thread::yield();
  assert(data == 1);

  static std::mutex never;
  never.lock();
  std::thread([] { std::lock_guard lock(never); }).detach();
}
