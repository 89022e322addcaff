// SPDX-License-Identifier: Apache-2.0
// Figure 5.21 (a): the wait is met on the way to the next relevant access, the read of the first thread.
// Thesis: the wait needs a WN pair to be fulfilled. If the notification comes first, it is lost.
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable condition;

int shared = 0;
int seen = 0;

void first() {
  {
    std::unique_lock lock(mutex);
    condition.wait(lock);
  }
  seen = shared;
}

void second() {
  {
    const std::lock_guard lock(mutex);
    condition.notify_one();
  }
  shared = 1;
}

} // namespace

int main() {
  std::thread one([] { first(); });
  std::thread two([] { second(); });
  one.join();
  two.join();
}
