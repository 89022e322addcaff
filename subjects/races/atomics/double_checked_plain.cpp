// SPDX-License-Identifier: Apache-2.0
// Double-checked locking with a plain pointer: it races.
#include <mutex>
#include <thread>

struct Config {
  int value = 3;
};
Config* instance = nullptr;
std::mutex mutex;

int use() {
  Config* seen = instance;
  if (seen == nullptr) {
    std::lock_guard lock(mutex);
    seen = instance;
    if (seen == nullptr) {
      seen = new Config;
      instance = seen;
    }
  }
  return seen->value;
}

int main() {
  std::thread first([] { use(); });
  std::thread second([] { use(); });
  first.join();
  second.join();
  delete instance;
}
