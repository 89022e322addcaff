// SPDX-License-Identifier: Apache-2.0
// Figure 5.21 (c): the wait is met on the way out of a critical section that the first thread has yielded to.
// Thesis: the wait releases the lock, so that only an MM pair is fulfilled; the second thread stays blocked until the third notifies it.
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable condition;

int entries = 0;

void first() {
  const std::lock_guard lock(mutex);
  ++entries;
}

void second() {
  std::unique_lock lock(mutex);
  condition.wait(lock);
  ++entries;
}

void third() {
  const std::lock_guard lock(mutex);
  condition.notify_one();
}

} // namespace

int main() {
  std::thread one([] { first(); });
  std::thread two([] { second(); });
  std::thread three([] { third(); });
  one.join();
  two.join();
  three.join();
}
