// SPDX-License-Identifier: Apache-2.0
// The registry is made when it is first needed, by the first thread that has the lock.
#include <atomic>
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace {

struct Registry {
  std::mutex mutex;
  std::vector<int> entries;
};

std::mutex makingMutex;
std::vector<std::unique_ptr<Registry>> made;
std::atomic<Registry*> current{nullptr};

Registry& registry() {
  if (current.load() == nullptr) {
    const std::lock_guard lock(makingMutex);
    if (current.load() == nullptr) {
      made.push_back(std::make_unique<Registry>());
      current = made.back().get();
    }
  }
  return *current.load();
}

void enter(int entry) {
  Registry& target = registry();
  const std::lock_guard lock(target.mutex);
  target.entries.push_back(entry);
}

} // namespace

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back(enter, i);
  for (std::thread& thread : threads)
    thread.join();
  assert(registry().entries.size() == 3);
}
