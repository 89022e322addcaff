// SPDX-License-Identifier: Apache-2.0
// A list that calls a function for each of its items.
//
// Fault: forEach() calls the function while it holds the lock. It is a hazard, not certainly a bug: clients may never
// visit two lists crosswise.
// Fails: a.forEach(size of b) | b.forEach(size of a), with a deadlock.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

namespace data {

class ItemList {
public:
  void add(int item) {
    std::lock_guard<std::mutex> lock(mutex_);
    items_.push_back(item);
  }

  void clear() {
    std::lock_guard<std::mutex> lock(mutex_);
    items_.clear();
  }

  std::size_t size() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return items_.size();
  }

  void forEach(const std::function<void(int)>& visit) {
    std::lock_guard<std::mutex> lock(mutex_); // BUG
    for (int item : items_)
      visit(item);
  }

private:
  mutable std::mutex mutex_;
  std::vector<int> items_;
};

} // namespace data
