// SPDX-License-Identifier: Apache-2.0
// A value that threads wait for. Shape: who changes it does not wake them.
//
// Without the fault: the class leaves waking to its clients, who call notify() after a change. Only then a waiting call has to
// look again.
#pragma once

#include <condition_variable>
#include <mutex>

class Bell {
public:
  void await() {
    std::unique_lock lock(mutex_);
    while (!hasRung_)
      wake_.wait(lock);
  }
  void ring() {
    std::lock_guard lock(mutex_);
    hasRung_ = true;
  }
  void notify() { wake_.notify_all(); }
  bool hasRung() const {
    std::lock_guard lock(mutex_);
    return hasRung_;
  }

private:
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  bool hasRung_ = false;
};
