// SPDX-License-Identifier: Apache-2.0
// All entries are made by new.
#include <atomic>
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
  std::thread first([] { fill(new int(1), [](int* made) { delete made; }); });
  std::thread second([] { fill(new int(2), [](int* made) { delete made; }); });
  first.join();
  second.join();
  delete entry.load();
}
