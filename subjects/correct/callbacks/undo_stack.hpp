// SPDX-License-Identifier: Apache-2.0
// Undo actions. An action runs without the lock, and is gone even if it throws.
// WRONG: undo() looks at the top before it takes the lock.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

class UndoStack {
public:
  UndoStack() = default;
  UndoStack(const UndoStack&) = delete;
  UndoStack& operator=(const UndoStack&) = delete;

  void push(std::function<void()> action) {
    std::lock_guard lock(mutex_);
    actions_.push_back(std::move(action));
  }

  bool undo() {
    std::function<void()> action;
    {
#ifdef WRONG
      if (actions_.empty())
        return false;
      std::lock_guard lock(mutex_);
#else
      std::lock_guard lock(mutex_);
      if (actions_.empty())
        return false;
#endif
      action = std::move(actions_.back());
      actions_.pop_back();
    }
    if (action)
      action();
    return true;
  }

  std::size_t depth() const {
    std::lock_guard lock(mutex_);
    return actions_.size();
  }

private:
  mutable std::mutex mutex_;
  std::vector<std::function<void()>> actions_;
};
