// SPDX-License-Identifier: Apache-2.0
// A gate that threads wait at until it is opened: the fixed twin of gate.hpp.
//
// The flag changes under the mutex.
#pragma once

#include <condition_variable>
#include <mutex>

class Gate {
public:
  Gate() = default;
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  void open() {
    {
      std::lock_guard lock(mutex_);
      open_ = true;
    }
    opened_.notify_all();
  }

  void close() {
    std::lock_guard lock(mutex_);
    open_ = false;
  }

  bool isOpen() const {
    std::lock_guard lock(mutex_);
    return open_;
  }

  // Waits until the gate is open.
  void pass() {
    std::unique_lock lock(mutex_);
    while (!open_)
      opened_.wait(lock);
  }

  bool tryPass() const { return isOpen(); }

private:
  mutable std::mutex mutex_;
  std::condition_variable opened_;
  bool open_ = false;
};
