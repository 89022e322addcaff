// SPDX-License-Identifier: Apache-2.0
// A std::jthread that stops when it is asked to.
// WRONG: the number of rounds is a plain number.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

class StopTokenWorker {
public:
  StopTokenWorker() : thread_([this](const std::stop_token& stop) { run(stop); }) {}
  StopTokenWorker(const StopTokenWorker&) = delete;
  StopTokenWorker& operator=(const StopTokenWorker&) = delete;

  void poke() {
    std::lock_guard lock(mutex_);
    ++pokes_;
    poked_.notify_all();
  }

  // Waits until all pokes have been answered.
  int answered() {
    std::unique_lock lock(mutex_);
    poked_.wait(lock, [this] { return rounds_ == pokes_; });
    return rounds_;
  }

  int rounds() const {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    return rounds_ > 0 ? 1 : 0;
  }

private:
  void run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (poked_.wait(lock, stop, [this] { return rounds_ < pokes_; })) {
      ++rounds_;
      poked_.notify_all();
    }
  }

  mutable std::mutex mutex_;
  std::condition_variable_any poked_;
  int pokes_ = 0;
  int rounds_ = 0;
  std::jthread thread_;
};
