// SPDX-License-Identifier: Apache-2.0
// A position on a screen. Shape: torn update of several fields.
//
// Fault: each coordinate is atomic, the pair is not.
// Fails: moveTo(row, column) | position(): a row of one position and a column of another.
#pragma once

#include <atomic>
#include <utility>

class Cursor {
public:
  Cursor() = default;
  Cursor(int row, int column) : row_(row), column_(column) {}
  Cursor(const Cursor&) = delete;
  Cursor& operator=(const Cursor&) = delete;

  void moveTo(int row, int column) {
    row_ = row;
    column_ = column;
  }

  void home() { moveTo(0, 0); }

  std::pair<int, int> position() const { return {row_, column_}; }
  int row() const { return row_; }
  int column() const { return column_; }
  bool atHome() const { return row_ == 0 && column_ == 0; }

private:
  std::atomic<int> row_{0};
  std::atomic<int> column_{0};
};
