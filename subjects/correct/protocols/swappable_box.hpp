// SPDX-License-Identifier: Apache-2.0
// A template whose owner may swap two objects, also with the function outside of the class; the other methods are thread-safe.
// WRONG: add() does not take the lock.
#pragma once

#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

template <typename T>
class SwappableBox {
public:
  void add(T value) {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    values_.push_back(std::move(value));
  }

  std::size_t count() const {
    std::lock_guard lock(mutex_);
    return values_.size();
  }

  void swap(SwappableBox& other) noexcept { values_.swap(other.values_); }

private:
  mutable std::mutex mutex_;
  std::vector<T> values_;
};

template <typename T>
void swap(SwappableBox<T>& left, SwappableBox<T>& right) noexcept {
  left.swap(right);
}
