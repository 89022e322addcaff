// SPDX-License-Identifier: Apache-2.0
// The flag changes only under the mutex the waiter holds.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable changed;
std::atomic<bool> ready{false};

void await() {
  std::unique_lock lock(mutex);
  while (!ready.load())
    changed.wait(lock);
}

void announce() {
  {
    std::lock_guard lock(mutex);
    ready.store(true);
  }
  changed.notify_one();
}

} // namespace

int main() {
  std::thread waiter(await);
  std::thread announcer(announce);
  waiter.join();
  announcer.join();
}
