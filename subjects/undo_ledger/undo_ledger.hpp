// SPDX-License-Identifier: Apache-2.0
// Posts entries, and removes an entry if its check throws.
//
// Fault: the entry is removed by writing the number of entries from before, so entries of other threads are lost.
// Fails: post(throws) | post(), only if a check throws.
#pragma once

#include <functional>
#include <mutex>

namespace bank {

class UndoLedger {
public:
  void post(const std::function<void()>& check) {
    int before = 0;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      before = entries_++;
    }
    try {
      if (check)
        check();
    } catch (...) {
      std::lock_guard<std::mutex> lock(mutex_);
      entries_ = before; // BUG
      throw;
    }
  }

  int entries() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return entries_;
  }

private:
  mutable std::mutex mutex_;
  int entries_ = 0;
};

} // namespace bank
