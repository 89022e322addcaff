// SPDX-License-Identifier: Apache-2.0
// A flag next to the mutex says "locked": a thread that finds it set releases the lock of another thread.
#include <atomic>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::atomic<bool> locked{false};

void use() {
  if (mutex.try_lock())
    locked = true;
  if (locked.exchange(false))
    mutex.unlock(); // BUG
}

} // namespace

int main() {
  std::thread first(use);
  std::thread second(use);
  first.join();
  second.join();
}
