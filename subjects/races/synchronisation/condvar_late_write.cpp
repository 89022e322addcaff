// SPDX-License-Identifier: Apache-2.0
// The data is written after the announcement: it races.
#include <condition_variable>
#include <mutex>
#include <thread>

int data = 0;
bool ready = false;
std::mutex mutex;
std::condition_variable changed;

int main() {
  std::thread producer([] {
    {
      std::lock_guard lock(mutex);
      ready = true;
    }
    changed.notify_one();
    data = 1;
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
