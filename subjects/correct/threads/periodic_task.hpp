// SPDX-License-Identifier: Apache-2.0
// Counts ticks in its own thread until it is stopped. stop() may be called by several threads.
// WRONG: ticks() reads a plain number.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

class PeriodicTask {
public:
  PeriodicTask() : thread_([this] { run(); }) {}
  PeriodicTask(const PeriodicTask&) = delete;
  PeriodicTask& operator=(const PeriodicTask&) = delete;
  ~PeriodicTask() {
    stop();
    thread_.join();
  }

  void stop() {
    std::lock_guard lock(mutex_);
    stopping_ = true;
    stopped_.notify_all();
  }

  bool stopping() const {
    std::lock_guard lock(mutex_);
    return stopping_;
  }

  // True if there has been at least one tick.
  bool ticked() const { return ticks_ > 0; }

private:
  void run() {
    std::unique_lock lock(mutex_);
    while (!stopped_.wait_for(lock, std::chrono::milliseconds(1), [this] { return stopping_; })) {
      if (++ticks_ == 3)
        return;
    }
  }

  mutable std::mutex mutex_;
  std::condition_variable stopped_;
  bool stopping_ = false;
#ifdef WRONG
  int ticks_ = 0;
#else
  std::atomic<int> ticks_{0};
#endif
  std::thread thread_;
};
