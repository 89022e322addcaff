// SPDX-License-Identifier: Apache-2.0
// Only one of the threads locks: the counter races.
#include <mutex>
#include <thread>

int counter = 0;
std::mutex mutex;

int main() {
  std::thread first([] {
    std::lock_guard lock(mutex);
    ++counter;
  });
  std::thread second([] { ++counter; });
  first.join();
  second.join();
}
