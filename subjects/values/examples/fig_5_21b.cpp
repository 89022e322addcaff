// SPDX-License-Identifier: Apache-2.0
// Figure 5.21 (b): the wait is met on the way to a target, the write of the second thread that is to come before the read of the first.
// Thesis: the wait needs a WN pair to be fulfilled, with the third thread. If the notification comes first, it is lost.
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable condition;

int shared = 0;
int seen = 0;

void first() {
  seen = shared;
}

void second() {
  {
    std::unique_lock lock(mutex);
    condition.wait(lock);
  }
  shared = 1;
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
