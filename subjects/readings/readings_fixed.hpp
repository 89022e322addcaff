// SPDX-License-Identifier: Apache-2.0
// Values of a sensor, and settings as text.
// readings.hpp without the fault: each call takes the lock once.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

namespace sensor {

class Readings {
public:
  void add(int value) {
    std::lock_guard lock(mutex_);
    values_.push_back(value);
  }

  void setLimit(unsigned limit) {
    std::lock_guard lock(mutex_);
    limit_ = std::to_string(limit);
  }

  void clear() {
    std::lock_guard lock(mutex_);
    values_.clear();
    limit_.clear();
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return values_.size();
  }

  bool hasLimit() const {
    std::lock_guard lock(mutex_);
    return !limit_.empty();
  }

  int last() const {
    std::lock_guard lock(mutex_);
    return values_.empty() ? 0 : values_.at(values_.size() - 1);
  }

  int limit() const {
    std::lock_guard lock(mutex_);
    return limit_.empty() ? 0 : std::stoi(limit_);
  }

private:
  mutable std::mutex mutex_;
  std::vector<int> values_;
  std::string limit_;
};

} // namespace sensor
