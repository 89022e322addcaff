// SPDX-License-Identifier: Apache-2.0
// A gate that threads wait at until it is opened. Shape: lost wake-up, the flag is written without the mutex.
//
// Fault: open() sets the flag and notifies between the waiter's test of the flag and its wait.
// Fails: pass() | open(): the waiter sleeps forever.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

class Gate {
public:
  Gate() = default;
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  void open() {
    open_ = true;
    opened_.notify_all();
  }

  void close() { open_ = false; }

  bool isOpen() const { return open_; }

  // Waits until the gate is open.
  void pass() {
    std::unique_lock lock(mutex_);
    while (!open_)
      opened_.wait(lock);
  }

  bool tryPass() const { return open_; }

private:
  std::mutex mutex_;
  std::condition_variable opened_;
  std::atomic<bool> open_{false};
};
