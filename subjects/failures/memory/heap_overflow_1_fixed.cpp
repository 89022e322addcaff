// SPDX-License-Identifier: Apache-2.0
// Claim first, then test the claimed index.
#include <atomic>
#include <memory>
#include <thread>

namespace {

constexpr int kSlots = 2;
std::atomic<int> used{1};

void append(std::atomic<int>* slots, int value) {
  const int slot = used.fetch_add(1);
  if (slot < kSlots)
    slots[slot].store(value);
}

} // namespace

int main() {
  auto slots = std::make_unique<std::atomic<int>[]>(kSlots);
  std::thread first([&] { append(slots.get(), 1); });
  std::thread second([&] { append(slots.get(), 2); });
  first.join();
  second.join();
}
