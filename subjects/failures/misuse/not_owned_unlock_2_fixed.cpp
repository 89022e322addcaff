// SPDX-License-Identifier: Apache-2.0
// Each thread knows by its own guard whether it holds the mutex.
#include <atomic>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::atomic<bool> locked{false};

void use() {
  std::unique_lock lock(mutex, std::try_to_lock);
  if (lock.owns_lock())
    locked = true;
}

} // namespace

int main() {
  std::thread first(use);
  std::thread second(use);
  first.join();
  second.join();
}
