// SPDX-License-Identifier: Apache-2.0
// Figures 5.23 and 5.24: after the notification by the second thread, the notified first thread and the third thread, which enters,
// compete for the lock. Figure 5.24 has the same threads, seen from the entering one.
// Thesis: the WM pair of the first and the third thread has both orders; one of them is barging.
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable condition;

int owner = 0;

void first() {
  std::unique_lock lock(mutex);
  condition.wait(lock);
  owner = 1;
}

void second() {
  const std::lock_guard lock(mutex);
  condition.notify_all();
}

void third() {
  const std::lock_guard lock(mutex);
  owner = 3;
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
