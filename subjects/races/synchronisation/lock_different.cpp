// SPDX-License-Identifier: Apache-2.0
// The two threads lock different mutexes: the counter races.
#include <mutex>
#include <thread>

int counter = 0;
std::mutex mutex;
std::mutex other;

int main() {
  std::thread first([] {
    std::lock_guard lock(mutex);
    ++counter;
  });
  std::thread second([] {
    std::lock_guard lock(other);
    ++counter;
  });
  first.join();
  second.join();
}
