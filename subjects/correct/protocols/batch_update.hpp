// SPDX-License-Identifier: Apache-2.0
// begin() and end() bracket a batch; updates in between are applied by end(). One batch at a time.
// WRONG: applied() reads without the lock.
#pragma once

#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <vector>

class BatchUpdate {
public:
  BatchUpdate() = default;
  BatchUpdate(const BatchUpdate&) = delete;
  BatchUpdate& operator=(const BatchUpdate&) = delete;

  void begin() {
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [this] { return !open_; });
    open_ = true;
  }

  void end() {
    std::lock_guard lock(mutex_);
    if (!open_)
      throw std::logic_error("BatchUpdate: no batch");
    for (const int number : pending_)
      applied_.push_back(number);
    pending_.clear();
    open_ = false;
    ended_.notify_one();
  }

  void add(int number) {
    std::lock_guard lock(mutex_);
    (open_ ? pending_ : applied_).push_back(number);
  }

  std::vector<int> applied() const {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    return applied_;
  }

private:
  mutable std::mutex mutex_;
  std::condition_variable ended_;
  bool open_ = false;
  std::vector<int> pending_;
  std::vector<int> applied_;
};
