// SPDX-License-Identifier: Apache-2.0
// A gate that is open, closed or shut down; a shut-down gate lets nothing pass.
// WRONG: shutDown() does not wake the waiters.
#pragma once

#include <condition_variable>
#include <mutex>

class StopGate {
public:
  StopGate() = default;
  StopGate(const StopGate&) = delete;
  StopGate& operator=(const StopGate&) = delete;

  void open() {
    std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  void close() {
    std::lock_guard lock(mutex_);
    open_ = false;
  }
  void shutDown() {
    std::lock_guard lock(mutex_);
    down_ = true;
#ifndef WRONG
    changed_.notify_all();
#endif
  }

  // Waits for an open gate; false if it was shut down.
  bool pass() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return open_ || down_; });
    return !down_;
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
  bool down_ = false;
};
