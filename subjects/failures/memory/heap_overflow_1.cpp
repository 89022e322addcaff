// SPDX-License-Identifier: Apache-2.0
// The free slot is looked up and claimed in two steps: the index runs past the end.
#include <atomic>
#include <memory>
#include <thread>

namespace {

constexpr int kSlots = 2;
std::atomic<int> used{1};

void append(std::atomic<int>* slots, int value) {
  if (used.load() == kSlots)
    return;
  slots[used.fetch_add(1)].store(value); // BUG
}

} // namespace

int main() {
  auto slots = std::make_unique<std::atomic<int>[]>(kSlots);
  std::thread first([&] { append(slots.get(), 1); });
  std::thread second([&] { append(slots.get(), 2); });
  first.join();
  second.join();
}
