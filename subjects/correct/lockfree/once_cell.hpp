// SPDX-License-Identifier: Apache-2.0
// A cell that is written once, without blocking readers.
// WRONG: the writer sets the state before the value.
#pragma once

#include <atomic>
#include <optional>
#include <thread>

template <typename T>
class OnceCell {
public:
  OnceCell() = default;
  OnceCell(const OnceCell&) = delete;
  OnceCell& operator=(const OnceCell&) = delete;

  // False if another call has written.
  bool set(T value) {
    int expected = 0;
    if (!state_.compare_exchange_strong(expected, 1, std::memory_order_acquire)) {
      while (state_.load(std::memory_order_acquire) != 2)
        std::this_thread::yield();
      return false;
    }
#ifdef WRONG
    state_.store(2, std::memory_order_release);
    value_ = value;
#else
    value_ = value;
    state_.store(2, std::memory_order_release);
#endif
    return true;
  }

  std::optional<T> get() const {
    if (state_.load(std::memory_order_acquire) != 2)
      return std::nullopt;
    return value_;
  }

private:
  std::atomic<int> state_{0};
  T value_{};
};
