// SPDX-License-Identifier: Apache-2.0
// A class only when its argument is given.
#pragma once

#include <mutex>
#include <utility>

namespace app {

template <class T>
class Box {
public:
  void put(T value) {
    std::lock_guard lock(mutex_);
    value_ = std::move(value);
  }
  T get() const {
    std::lock_guard lock(mutex_);
    return value_;
  }

private:
  mutable std::mutex mutex_;
  T value_{};
};

} // namespace app
