// SPDX-License-Identifier: Apache-2.0
// A point whose distance is computed when it is asked for, and remembered until the point moves.
// WRONG: distance() fills the cache without the lock.
#pragma once

#include <mutex>
#include <optional>

class CachedDistance {
public:
  CachedDistance() = default;
  CachedDistance(const CachedDistance&) = delete;
  CachedDistance& operator=(const CachedDistance&) = delete;

  void moveTo(int x, int y) {
    std::lock_guard lock(mutex_);
    x_ = x % 1000;
    y_ = y % 1000;
    squared_.reset();
  }

  int squaredDistance() const {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    if (!squared_)
      squared_ = x_ * x_ + y_ * y_;
    return *squared_;
  }

private:
  mutable std::mutex mutex_;
  int x_ = 0;
  int y_ = 0;
  mutable std::optional<int> squared_;
};
