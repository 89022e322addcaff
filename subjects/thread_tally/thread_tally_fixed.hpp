// SPDX-License-Identifier: Apache-2.0
// Counts threads that use an object. A thread that ends is no longer counted: its thread_local variable sees to that.
//
// Without the fault: the count is changed atomically.
#pragma once

#include <atomic>

class ThreadTally {
public:
  // How many threads were there before, unless this one is known.
  int enter() {
    static thread_local Visit visit;
    if (visit.isOpen)
      return -1;
    visit.isOpen = true;
    return present_.fetch_add(1);
  }
  int present() const { return present_.load(); }

private:
  struct Visit {
    bool isOpen = false;
    ~Visit() {
      if (isOpen)
        present_.fetch_sub(1);
    }
  };
  inline static std::atomic<int> present_ = 0;
};
