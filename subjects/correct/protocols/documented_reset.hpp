// SPDX-License-Identifier: Apache-2.0
// Statistics with a documented exception.
// WRONG: mean() reads without the lock, and nothing says that it may.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

class DocumentedReset {
public:
  DocumentedReset() = default;
  DocumentedReset(const DocumentedReset&) = delete;
  DocumentedReset& operator=(const DocumentedReset&) = delete;

  void add(double sample) {
    std::lock_guard lock(mutex_);
    samples_.push_back(sample);
  }

  double mean() const {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    double sum = 0;
    for (const double sample : samples_)
      sum += sample;
    return samples_.empty() ? 0 : sum / static_cast<double>(samples_.size());
  }

  /// Forgets all samples. Not thread safe.
  void reset() { samples_.clear(); }

  /// Reserves room for `count` samples.
  /// \note This function is not concurrency safe.
  void reserve(unsigned char count) { samples_.reserve(count); }

private:
  mutable std::mutex mutex_;
  std::vector<double> samples_;
};
