// SPDX-License-Identifier: Apache-2.0
// Cells that are changed atomically. resize() replaces them, and must not run together with anything else.
// WRONG: add() is a load and a store.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

class ResizableTable {
public:
  ResizableTable() { resize(4); }
  ResizableTable(const ResizableTable&) = delete;
  ResizableTable& operator=(const ResizableTable&) = delete;

  void resize(unsigned char size) {
    size_ = static_cast<std::size_t>(size) + 1;
    cells_ = std::make_unique<std::atomic<int>[]>(size_);
  }

  int add(unsigned cell) {
    std::atomic<int>& value = cells_[cell % size_];
#ifdef WRONG
    const int next = value.load() + 1;
    value.store(next);
    return next;
#else
    return ++value;
#endif
  }

  int get(unsigned cell) const { return cells_[cell % size_].load(); }

private:
  std::size_t size_ = 0;
  std::unique_ptr<std::atomic<int>[]> cells_;
};
