// SPDX-License-Identifier: Apache-2.0
// A value that tells one observer about changes, after the lock is released.
#pragma once

#include <functional>
#include <mutex>
#include <utility>

template <typename T>
class Property {
public:
  Property() = default;
  Property(const Property&) = delete;
  Property& operator=(const Property&) = delete;

  T get() const {
    std::lock_guard lock(mutex_);
    return value_;
  }

  bool set(T value) {
    std::function<void(const T&)> observer;
    {
      std::lock_guard lock(mutex_);
      if (value_ == value)
        return false;
      value_ = value;
      observer = observer_;
    }
    if (observer)
      observer(value);
    return true;
  }

  void observe(std::function<void(const T&)> observer) {
    std::lock_guard lock(mutex_);
    observer_.swap(observer);
  }

private:
  mutable std::mutex mutex_;
  T value_{};
  std::function<void(const T&)> observer_;
};
