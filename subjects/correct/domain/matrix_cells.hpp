// SPDX-License-Identifier: Apache-2.0
// A grid with a lock per row; moves between rows lock both in order.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>

class MatrixCells {
public:
  MatrixCells() = default;
  MatrixCells(const MatrixCells&) = delete;
  MatrixCells& operator=(const MatrixCells&) = delete;

  void set(unsigned row, unsigned column, int value) {
    Row& target = rows_[row % kSize];
    std::lock_guard lock(target.mutex);
    target.cells[column % kSize] = value;
  }

  int get(unsigned row, unsigned column) const {
    const Row& source = rows_[row % kSize];
    std::lock_guard lock(source.mutex);
    return source.cells[column % kSize];
  }

  void swapRows(unsigned first, unsigned second) {
    first %= kSize;
    second %= kSize;
    if (first == second)
      return;
    std::scoped_lock lock(rows_[first].mutex, rows_[second].mutex);
    rows_[first].cells.swap(rows_[second].cells);
  }

private:
  static constexpr unsigned kSize = 2;
  struct Row {
    mutable std::mutex mutex;
    std::array<int, kSize> cells{};
  };
  std::array<Row, kSize> rows_;
};
