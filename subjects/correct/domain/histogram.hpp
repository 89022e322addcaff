// SPDX-License-Identifier: Apache-2.0
// Counts values in buckets; a snapshot is consistent because it is taken under the lock.
// WRONG: record() updates the total without the lock.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <vector>

class Histogram {
public:
  Histogram() = default;
  Histogram(const Histogram&) = delete;
  Histogram& operator=(const Histogram&) = delete;

  void record(unsigned value) {
#ifndef WRONG
    std::lock_guard lock(mutex_);
    ++total_;
#else
    ++total_;
    std::lock_guard lock(mutex_);
#endif
    ++buckets_[value < 10 ? 0 : value < 100 ? 1 : 2];
  }

  std::vector<unsigned> snapshot() const {
    std::lock_guard lock(mutex_);
    std::vector<unsigned> result(buckets_.begin(), buckets_.end());
    result.push_back(total_);
    return result;
  }

  void reset() {
    std::lock_guard lock(mutex_);
    buckets_.fill(0);
    total_ = 0;
  }

private:
  mutable std::mutex mutex_;
  std::array<unsigned, 3> buckets_{};
  unsigned total_ = 0;
};
