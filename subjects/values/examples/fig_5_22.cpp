// SPDX-License-Identifier: Apache-2.0
// Figure 5.22: one wait and two threads that notify.
// Thesis: two schedules wake the first thread, one for each notifier that comes first after the wait; the other notification has no
// effect. They follow from the order of the MM pair of the notifiers.
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable condition;

int notifications = 0;

void first() {
  std::unique_lock lock(mutex);
  condition.wait(lock);
}

void notify() {
  const std::lock_guard lock(mutex);
  ++notifications;
  condition.notify_one();
}

void second() {
  notify();
}
void third() {
  notify();
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
