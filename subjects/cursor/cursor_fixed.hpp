// SPDX-License-Identifier: Apache-2.0
// A position on a screen: the fixed twin of cursor.hpp.
//
// One mutex guards the pair.
#pragma once

#include <mutex>
#include <utility>

class Cursor {
public:
  Cursor() = default;
  Cursor(int row, int column) : row_(row), column_(column) {}
  Cursor(const Cursor&) = delete;
  Cursor& operator=(const Cursor&) = delete;

  void moveTo(int row, int column) {
    std::lock_guard lock(mutex_);
    row_ = row;
    column_ = column;
  }

  void home() { moveTo(0, 0); }

  std::pair<int, int> position() const {
    std::lock_guard lock(mutex_);
    return {row_, column_};
  }

  int row() const { return position().first; }
  int column() const { return position().second; }
  bool atHome() const { return position() == std::pair(0, 0); }

private:
  mutable std::mutex mutex_;
  int row_ = 0;
  int column_ = 0;
};
