// SPDX-License-Identifier: Apache-2.0
// Slots that are addressed by index; callers pass indices below size(). Sums wrap for large numbers.
// WRONG: add() reads and writes in two steps.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

class IndexRange {
public:
  IndexRange() = default;
  IndexRange(const IndexRange&) = delete;
  IndexRange& operator=(const IndexRange&) = delete;

  static constexpr std::size_t size() { return 4; }

  // `index` is below size().
  std::int64_t add(std::size_t index, std::int64_t amount) {
#ifdef WRONG
    const std::int64_t value = slots_[index].load() + amount;
    slots_[index].store(value);
    return value;
#else
    return slots_[index].fetch_add(amount) + amount;
#endif
  }

  std::int64_t get(std::size_t index) const { return slots_[index].load(); }

private:
  std::array<std::atomic<std::int64_t>, 4> slots_{};
};
