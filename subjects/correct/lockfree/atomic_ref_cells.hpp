// SPDX-License-Identifier: Apache-2.0
// Plain cells that are accessed through std::atomic_ref.
// WRONG: take() reads the cell directly.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

class AtomicRefCells {
public:
  AtomicRefCells() = default;
  AtomicRefCells(const AtomicRefCells&) = delete;
  AtomicRefCells& operator=(const AtomicRefCells&) = delete;

  int add(std::size_t cell, unsigned char amount) {
    return std::atomic_ref<int>(cells_[cell % cells_.size()]).fetch_add(amount) + amount;
  }

  int take(std::size_t cell) {
    int& value = cells_[cell % cells_.size()];
#ifdef WRONG
    const int taken = value;
    value = 0;
    return taken;
#else
    return std::atomic_ref<int>(value).exchange(0);
#endif
  }

private:
  std::array<int, 3> cells_{};
};
