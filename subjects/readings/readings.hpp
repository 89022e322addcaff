// SPDX-License-Identifier: Apache-2.0
// Values of a sensor, and settings as text.
//
// Fault: last() and limit() make sure, under the lock, that there is something, and take it under the lock again:
// it may be gone. The exception is thrown by a function of the standard library, which the stack shows without names.
// Fails: last() | clear(), with std::out_of_range out of std::vector::at; limit() | clear(), with std::invalid_argument
// out of std::stoi.
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
    const std::size_t count = size();
    if (count == 0)
      return 0;
    std::lock_guard lock(mutex_);
    return values_.at(count - 1);
  }

  int limit() const { return hasLimit() ? parsedLimit() : 0; }

private:
  int parsedLimit() const {
    std::lock_guard lock(mutex_);
    return std::stoi(limit_);
  }

  mutable std::mutex mutex_;
  std::vector<int> values_;
  std::string limit_;
};

} // namespace sensor
