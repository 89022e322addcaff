// SPDX-License-Identifier: Apache-2.0
// A list that calls a function for each of its items.
//
// forEach() calls the function without a lock.
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
    std::vector<int> items;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      items = items_;
    }
    for (int item : items)
      visit(item);
  }

private:
  mutable std::mutex mutex_;
  std::vector<int> items_;
};

} // namespace data
