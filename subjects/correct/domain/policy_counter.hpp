// SPDX-License-Identifier: Apache-2.0
// The lock is a template parameter.
#pragma once

#include <mutex>
#include <utility>

template <typename Mutex>
class PolicyCounter {
public:
  PolicyCounter() = default;
  PolicyCounter(const PolicyCounter&) = delete;
  PolicyCounter& operator=(const PolicyCounter&) = delete;

  int operator++() {
    std::lock_guard<Mutex> lock(mutex_);
    return ++value_;
  }
  int operator--() {
    std::lock_guard<Mutex> lock(mutex_);
    return value_ == 0 ? 0 : --value_;
  }
  explicit operator bool() const {
    std::lock_guard<Mutex> lock(mutex_);
    return value_ > 0;
  }

private:
  mutable Mutex mutex_;
  int value_ = 0;
};
