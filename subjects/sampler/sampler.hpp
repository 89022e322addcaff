// SPDX-License-Identifier: Apache-2.0
// Collects samples. Negative control: argument objects that are not thread-safe and belong to the caller.
//
// addTo() and drainInto() write to their arguments, and a sampler writes to the histogram attached to it. A caller
// that passes the same histogram to two threads or two samplers causes the race itself; nothing may be reported.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

// Not thread-safe, and does not claim to be.
class Histogram {
public:
  void add(unsigned char sample) { ++counts_[sample / 64]; }
  unsigned count(unsigned char sample) const { return counts_[sample / 64]; }

private:
  std::array<unsigned, 4> counts_{};
};

class Sampler {
public:
  Sampler() = default;
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;

  void record(unsigned char sample) {
    std::lock_guard lock(mutex_);
    samples_.push_back(sample);
    if (attached_ != nullptr)
      attached_->add(sample);
  }

  // From now on each sample is added to the histogram, too.
  void attach(std::shared_ptr<Histogram> histogram) {
    std::lock_guard lock(mutex_);
    attached_ = std::move(histogram);
  }

  void addTo(Histogram& histogram) const {
    std::lock_guard lock(mutex_);
    for (unsigned char sample : samples_)
      histogram.add(sample);
  }

  // Moves the samples to the end of `target`.
  void drainInto(std::vector<unsigned char>& target) {
    std::lock_guard lock(mutex_);
    target.insert(target.end(), samples_.begin(), samples_.end());
    samples_.clear();
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return samples_.size();
  }

private:
  mutable std::mutex mutex_;
  std::vector<unsigned char> samples_;
  std::shared_ptr<Histogram> attached_;
};
