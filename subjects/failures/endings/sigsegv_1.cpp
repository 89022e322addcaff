// SPDX-License-Identifier: Apache-2.0
// Null dereference: the pointer is tested and then read again; another thread clears it in between.
#include <atomic>
#include <thread>

namespace {

struct Filter {
  int level;
};

Filter filter{3};
std::atomic<Filter*> current{&filter};

int levelOr(int fallback) {
  if (current.load() == nullptr)
    return fallback;
  return current.load()->level; // BUG
}

} // namespace

int main() {
  std::thread reader([] { levelOr(0); });
  std::thread clearer([] { current.store(nullptr); });
  reader.join();
  clearer.join();
}
