// SPDX-License-Identifier: Apache-2.0
// Copies lock the other object; assignment and swap lock both, in one step.
// WRONG: swap() locks this object and then the other.
#pragma once

#include <mutex>
#include <string>
#include <utility>

class LockedCopy {
public:
  LockedCopy() = default;
  LockedCopy(const LockedCopy& other) : text_(other.text()) {}
  LockedCopy& operator=(const LockedCopy& other) {
    if (this == &other)
      return *this;
    std::scoped_lock lock(mutex_, other.mutex_);
    text_ = other.text_;
    return *this;
  }

  void swap(LockedCopy& other) {
    if (this == &other)
      return;
#ifdef WRONG
    std::lock_guard mine(mutex_);
    std::lock_guard theirs(other.mutex_);
#else
    std::scoped_lock lock(mutex_, other.mutex_);
#endif
    text_.swap(other.text_);
  }

  std::string text() const {
    std::lock_guard lock(mutex_);
    return text_;
  }
  void append(const std::string& more) {
    std::lock_guard lock(mutex_);
    text_ += more;
  }

private:
  mutable std::mutex mutex_;
  std::string text_;
};
