// SPDX-License-Identifier: Apache-2.0
// Double-checked locking with an atomic pointer, acquire and release: no race.
#include <atomic>
#include <mutex>
#include <thread>

struct Config {
  int value = 3;
};
std::atomic<Config*> instance{nullptr};
std::mutex mutex;

int use() {
  Config* seen = instance.load(std::memory_order_acquire);
  if (seen == nullptr) {
    std::lock_guard lock(mutex);
    seen = instance.load(std::memory_order_relaxed);
    if (seen == nullptr) {
      seen = new Config;
      instance.store(seen, std::memory_order_release);
    }
  }
  return seen->value;
}

int main() {
  std::thread first([] { use(); });
  std::thread second([] { use(); });
  first.join();
  second.join();
  delete instance.load();
}
