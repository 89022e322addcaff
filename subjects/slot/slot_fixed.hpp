// SPDX-License-Identifier: Apache-2.0
// A place for one value: the fixed twin of slot.hpp.
//
// swap() acquires both locks together.
#pragma once

#include <mutex>
#include <optional>
#include <utility>

template <class T>
class Slot {
public:
  Slot() = default;
  explicit Slot(T value) : value_(std::move(value)) {}
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;

  void put(T value) {
    std::lock_guard lock(mutex_);
    value_ = std::move(value);
  }

  // Empties the slot.
  std::optional<T> take() {
    std::lock_guard lock(mutex_);
    return std::exchange(value_, std::nullopt);
  }

  std::optional<T> peek() const {
    std::lock_guard lock(mutex_);
    return value_;
  }

  bool full() const {
    std::lock_guard lock(mutex_);
    return value_.has_value();
  }

  void swap(Slot& other) {
    if (this == &other)
      return;
    std::scoped_lock lock(mutex_, other.mutex_);
    value_.swap(other.value_);
  }

private:
  mutable std::mutex mutex_;
  std::optional<T> value_;
};

template <class T>
void swap(Slot<T>& first, Slot<T>& second) {
  first.swap(second);
}
