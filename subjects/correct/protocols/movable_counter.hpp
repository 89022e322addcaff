// SPDX-License-Identifier: Apache-2.0
// The state is behind a pointer, and the class can be moved. Moving an object that other threads use is the owner's mistake.
// WRONG: copyFrom() locks one of the two objects.
#pragma once

#include <memory>
#include <mutex>
#include <utility>

class MovableCounter {
public:
  MovableCounter() : state_(std::make_unique<State>()) {}
  MovableCounter(MovableCounter&&) noexcept = default;
  MovableCounter& operator=(MovableCounter&&) noexcept = default;

  void swap(MovableCounter& other) noexcept { state_.swap(other.state_); }

  int add(int amount) {
    if (!state_)
      return 0;
    std::lock_guard lock(state_->mutex);
    return state_->value += amount % 100;
  }

  int value() const {
    if (!state_)
      return 0;
    std::lock_guard lock(state_->mutex);
    return state_->value;
  }

  void copyFrom(const MovableCounter& other) {
    if (!state_ || !other.state_ || this == &other)
      return;
#ifdef WRONG
    std::lock_guard lock(state_->mutex);
    state_->value = other.state_->value;
#else
    std::scoped_lock lock(state_->mutex, other.state_->mutex);
    state_->value = other.state_->value;
#endif
  }

private:
  struct State {
    std::mutex mutex;
    int value = 0;
  };
  std::unique_ptr<State> state_;
};
