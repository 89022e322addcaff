// SPDX-License-Identifier: Apache-2.0
// Figure 5.25: two producers wait because the buffer is full. A consumer empties it and notifies both, which then compete for the lock.
// Thesis: a WW pair, found at run time: both orders of the two producers that were notified.
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable condition;

constexpr int kCapacity = 2;
int count = kCapacity;
int last = 0;

void produce(int producer) {
  std::unique_lock lock(mutex);
  while (count == kCapacity)
    condition.wait(lock);
  ++count;
  last = producer;
}

void first() {
  produce(1);
}
void second() {
  produce(2);
}

void third() {
  const std::lock_guard lock(mutex);
  count = 0;
  condition.notify_all();
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
