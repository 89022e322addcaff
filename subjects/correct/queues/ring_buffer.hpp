// SPDX-License-Identifier: Apache-2.0
// The last four samples; a new one replaces the oldest.
// WRONG: latest() reads the position without the lock.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

class RingBuffer {
public:
  RingBuffer() = default;
  RingBuffer(const RingBuffer&) = delete;
  RingBuffer& operator=(const RingBuffer&) = delete;

  void add(double sample) {
    std::lock_guard lock(mutex_);
    samples_[next_ % samples_.size()] = sample;
    ++next_;
  }

  std::optional<double> latest() const {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    if (next_ == 0)
      return std::nullopt;
    return samples_[(next_ - 1) % samples_.size()];
  }

  std::vector<double> all() const {
    std::lock_guard lock(mutex_);
    std::vector<double> result;
    const std::size_t first = next_ > samples_.size() ? next_ - samples_.size() : 0;
    for (std::size_t at = first; at < next_; ++at)
      result.push_back(samples_[at % samples_.size()]);
    return result;
  }

private:
  mutable std::mutex mutex_;
  std::array<double, 4> samples_{};
  std::size_t next_ = 0;
};
