// SPDX-License-Identifier: Apache-2.0
// Waits until all tasks that were added are done.
#pragma once

#include <condition_variable>
#include <mutex>
#include <stdexcept>

class WaitGroup {
public:
  WaitGroup() = default;
  WaitGroup(const WaitGroup&) = delete;
  WaitGroup& operator=(const WaitGroup&) = delete;

  void add() {
    std::lock_guard lock(mutex_);
    ++running_;
  }

  void done() {
    std::lock_guard lock(mutex_);
    if (running_ == 0)
      throw std::logic_error("WaitGroup: more done than added");
    if (--running_ == 0)
      idle_.notify_all();
  }

  void wait() {
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [this] { return running_ == 0; });
  }

private:
  std::mutex mutex_;
  std::condition_variable idle_;
  unsigned running_ = 0;
};
