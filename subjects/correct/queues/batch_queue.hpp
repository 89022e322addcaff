// SPDX-License-Identifier: Apache-2.0
// Collects items until a consumer takes all of them together.
// WRONG: takeAll() copies and clears in two critical sections.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

class BatchQueue {
public:
  BatchQueue() = default;
  BatchQueue(const BatchQueue&) = delete;
  BatchQueue& operator=(const BatchQueue&) = delete;

  // Returns whether the batch is large enough to be taken.
  bool add(int item) {
    std::lock_guard lock(mutex_);
    items_.push_back(item);
    return items_.size() >= 3;
  }

  std::vector<int> takeAll() {
    std::vector<int> taken;
#ifdef WRONG
    {
      std::lock_guard lock(mutex_);
      taken = items_;
    }
    std::lock_guard lock(mutex_);
    items_.clear();
#else
    std::lock_guard lock(mutex_);
    taken.swap(items_);
#endif
    return taken;
  }

private:
  std::mutex mutex_;
  std::vector<int> items_;
};
