// SPDX-License-Identifier: Apache-2.0
// The flag is set and announced without the mutex, between the waiter's test and its wait.
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
    changed.wait(lock); // BUG
}

void announce() {
  ready.store(true);
  changed.notify_one();
}

} // namespace

int main() {
  std::thread waiter(await);
  std::thread announcer(announce);
  waiter.join();
  announcer.join();
}
