// SPDX-License-Identifier: Apache-2.0
// A cache entry comes from malloc or from new, depending on who filled it first.
#include <atomic>
#include <cstdlib>
#include <thread>

namespace {

std::atomic<int*> entry{nullptr};

void fill(int* made, void (*destroy)(int*)) {
  int* expected = nullptr;
  if (!entry.compare_exchange_strong(expected, made))
    destroy(made);
}

} // namespace

int main() {
  std::thread first([] {
    fill(static_cast<int*>(std::malloc(sizeof(int))), [](int* made) { std::free(made); });
  });
  std::thread second([] { fill(new int(2), [](int* made) { delete made; }); });
  first.join();
  second.join();
  delete entry.load(); // BUG
}
