// SPDX-License-Identifier: Apache-2.0
// Posts entries whose check does not throw.
//
// Nothing is posted before the check.
#pragma once

#include <functional>
#include <mutex>

namespace bank {

class UndoLedger {
public:
  void post(const std::function<void()>& check) {
    if (check)
      check();
    std::lock_guard<std::mutex> lock(mutex_);
    ++entries_;
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
