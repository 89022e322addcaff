// SPDX-License-Identifier: Apache-2.0
// Static objects: constructed before main, destroyed after it in reverse order, every execution;
// atexit handlers; a static container that threads use.
#include <cassert>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace {

int order = 0;

struct Stage {
  explicit Stage(int expected) : position(expected) { assert(order++ == position); }
  ~Stage() { assert(--order == position); }
  int position;
};

Stage first(0);
Stage second(1);
std::mutex mutex;
std::map<int, std::string> registry = {{0, "present from the start"}};
const std::string greeting = "a constant that is long enough for the heap";

} // namespace

int main() {
  assert(order == 2);
  assert(registry.size() == 1 && greeting.size() == 43);
  static Stage third(2);
  std::atexit([] { assert(order >= 2); });
  auto enter = [](int key) {
    std::lock_guard lock(mutex);
    registry.emplace(key, greeting);
  };
  std::thread a(enter, 1);
  std::thread b(enter, 2);
  a.join();
  b.join();
  assert(registry.size() == 3);
}
