// SPDX-License-Identifier: Apache-2.0
// Four slots with an item each, and how often any of them was used.
// slot_pool.hpp without the fault: a lock for each slot.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>

namespace pool {

class SlotPool {
public:
  void fill(unsigned slot) {
    ++calls_;
    Slot& mine = slots_[slot % kSlots];
    std::lock_guard lock(mine.mutex);
    mine.item = std::make_unique<Item>();
  }

  void drop(unsigned slot) {
    ++calls_;
    Slot& mine = slots_[slot % kSlots];
    std::lock_guard lock(mine.mutex);
    mine.item.reset();
  }

  int use(unsigned slot) {
    ++calls_;
    Slot& mine = slots_[slot % kSlots];
    std::lock_guard lock(mine.mutex);
    return mine.item == nullptr ? 0 : ++mine.item->uses;
  }

  int calls() const { return calls_; }

private:
  static constexpr unsigned kSlots = 4;
  struct Item {
    int uses = 0;
  };

  struct Slot {
    std::mutex mutex;
    std::unique_ptr<Item> item;
  };

  std::array<Slot, kSlots> slots_;
  std::atomic<int> calls_ = 0;
};

} // namespace pool
