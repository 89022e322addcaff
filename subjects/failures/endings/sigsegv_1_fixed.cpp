// SPDX-License-Identifier: Apache-2.0
// The pointer is read once, tested and used.
#include <atomic>
#include <thread>

namespace {

struct Filter {
  int level;
};

Filter filter{3};
std::atomic<Filter*> current{&filter};

int levelOr(int fallback) {
  const Filter* seen = current.load();
  return seen == nullptr ? fallback : seen->level;
}

} // namespace

int main() {
  std::thread reader([] { levelOr(0); });
  std::thread clearer([] { current.store(nullptr); });
  reader.join();
  clearer.join();
}
