// SPDX-License-Identifier: Apache-2.0
// A stack with a precondition that the caller ensures.
// WRONG: push() does not take the lock.
#pragma once

#include <cassert>
#include <mutex>
#include <vector>

class DocumentedPrecondition {
public:
  DocumentedPrecondition() = default;
  DocumentedPrecondition(const DocumentedPrecondition&) = delete;
  DocumentedPrecondition& operator=(const DocumentedPrecondition&) = delete;

  void push(int value) {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    values_.push_back(value);
  }

  /// Removes the top.
  /// @pre The stack is not empty, and no other thread removes elements.
  int pop() {
    std::lock_guard lock(mutex_);
    assert(!values_.empty());
    const int value = values_.back();
    values_.pop_back();
    return value;
  }

  bool empty() const {
    std::lock_guard lock(mutex_);
    return values_.empty();
  }

private:
  mutable std::mutex mutex_;
  std::vector<int> values_;
};
