// SPDX-License-Identifier: Apache-2.0
// A counter always under its mutex: no race.
#include <mutex>
#include <thread>

int counter = 0;
std::mutex mutex;

int main() {
  std::thread first([] {
    std::lock_guard lock(mutex);
    ++counter;
  });
  std::thread second([] {
    std::lock_guard lock(mutex);
    ++counter;
  });
  first.join();
  second.join();
}
