// SPDX-License-Identifier: Apache-2.0
// Slow to explore and slow to replay: calls that spin until the limit of events, long loops under the lock, and many wrong results.
#pragma once

#include <atomic>
#include <mutex>
#include <vector>

class Stuck {
public:
  void enter() {
    while (inside_.exchange(true)) // BUG
      ++spins_;
  }
  void leave() {
    if (spins_ > 0)
      inside_ = false;
  }
  int grow(int by) {
    std::lock_guard lock(mutex_);
    for (int i = 0; i < 2000; ++i)
      items_.push_back(i + by);
    return static_cast<int>(items_.size());
  }
  int last() const { return items_.empty() ? 0 : items_.back(); } // BUG
  int first() const { return items_.empty() ? 0 : items_.front(); }
  void clear() { items_.clear(); }
  int sum() const {
    int sum = 0;
    for (int item : items_)
      sum += item;
    return sum;
  }

private:
  std::atomic<bool> inside_{false};
  std::atomic<long> spins_{0};
  std::mutex mutex_;
  std::vector<int> items_;
};
