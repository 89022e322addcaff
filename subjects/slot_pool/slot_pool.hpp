// SPDX-License-Identifier: Apache-2.0
// Four slots with an item each, and how often any of them was used.
//
// Fault: use() reads the pointer of a slot and then the item; drop() deletes the item in between. Calls on different slots
// take the same paths and meet in the counter, but only calls on the same slot fail.
// Fails: use(slot) | drop(slot), after fill(slot), with a use after free.
#pragma once

#include <array>
#include <atomic>

namespace pool {

class SlotPool {
public:
  SlotPool() = default;
  ~SlotPool() {
    for (auto& slot : slots_)
      delete slot.load();
  }
  SlotPool(const SlotPool&) = delete;
  SlotPool& operator=(const SlotPool&) = delete;

  void fill(unsigned slot) {
    ++calls_;
    delete slots_[slot % kSlots].exchange(new Item);
  }

  void drop(unsigned slot) {
    ++calls_;
    delete slots_[slot % kSlots].exchange(nullptr);
  }

  int use(unsigned slot) {
    ++calls_;
    Item* item = slots_[slot % kSlots];
    if (item == nullptr)
      return 0;
    return ++item->uses;
  }

  int calls() const { return calls_; }

private:
  static constexpr unsigned kSlots = 4;
  struct Item {
    std::atomic<int> uses = 0;
  };

  std::array<std::atomic<Item*>, kSlots> slots_{};
  std::atomic<int> calls_ = 0;
};

} // namespace pool
