// SPDX-License-Identifier: Apache-2.0
// Data guarded by a mutex and announced by a condition variable: no race.
#include <condition_variable>
#include <mutex>
#include <thread>

int data = 0;
bool ready = false;
std::mutex mutex;
std::condition_variable changed;

int main() {
  std::thread producer([] {
    data = 1;
    std::lock_guard lock(mutex);
    ready = true;
    changed.notify_one();
  });
  std::thread consumer([] {
    std::unique_lock lock(mutex);
    changed.wait(lock, [] { return ready; });
    lock.unlock();
    data = 2;
  });
  producer.join();
  consumer.join();
}
