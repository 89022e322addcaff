// SPDX-License-Identifier: Apache-2.0
// Slots in one word: the lowest free bit is taken by compare-exchange.
// WRONG: sets the bit without comparing.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>

class BitmapAllocator {
public:
  BitmapAllocator() = default;
  BitmapAllocator(const BitmapAllocator&) = delete;
  BitmapAllocator& operator=(const BitmapAllocator&) = delete;

  // -1 if none is free.
  int allocate() {
    std::uint8_t used = used_.load();
    for (;;) {
      const int slot = std::countr_one(used);
      if (slot >= 8)
        return -1;
      const auto taken = static_cast<std::uint8_t>(used | (1U << static_cast<unsigned>(slot)));
#ifdef WRONG
      used_.fetch_or(taken);
      return slot;
#else
      if (used_.compare_exchange_weak(used, taken))
        return slot;
#endif
    }
  }

  bool release(unsigned slot) {
    const auto bit = static_cast<std::uint8_t>(1U << (slot % 8));
    return (used_.fetch_and(static_cast<std::uint8_t>(~bit)) & bit) != 0;
  }

private:
  std::atomic<std::uint8_t> used_{0};
};
