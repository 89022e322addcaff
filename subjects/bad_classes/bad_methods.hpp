// SPDX-License-Identifier: Apache-2.0
// Some methods do not compile for the chosen argument, or are not defined. The others have a fault that must be found: total()
// reads without the lock.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

struct Undefined;

template <class T>
class Shelf {
  struct Hidden {
    int depth = 0;
  };

public:
  void add(int weight) {
    std::lock_guard lock(mutex_);
    total_ += weight;
  }
  int total() const { return total_; } // BUG

  void bend() { T().bend(); }
  auto length() { return T().length; }
  void wrongSize() { static_assert(sizeof(T) == 99, "only for large ones"); }
  void sortTwice() { helper(); }
  void sortAgain() { helper(); }
  void copyAll() {
    std::vector<std::unique_ptr<T>> from, to;
    to = from;
  }
  Hidden hidden() { return {}; }
  void take(Undefined unknown);
  void never();

private:
  void helper() { T().sort(); }

  mutable std::mutex mutex_;
  int total_ = 0;
};
