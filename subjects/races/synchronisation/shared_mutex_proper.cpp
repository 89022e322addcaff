// SPDX-License-Identifier: Apache-2.0
// Writers exclusive, readers shared: no race.
#include <mutex>
#include <shared_mutex>
#include <thread>

int value = 0;
std::shared_mutex mutex;

int main() {
  std::thread writer([] {
    std::unique_lock lock(mutex);
    value = 1;
  });
  std::thread reader([] {
    std::shared_lock lock(mutex);
    [[maybe_unused]] volatile int seen = value;
  });
  std::thread again([] {
    std::shared_lock lock(mutex);
    [[maybe_unused]] volatile int seen = value;
  });
  writer.join();
  reader.join();
  again.join();
}
