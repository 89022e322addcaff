// SPDX-License-Identifier: Apache-2.0
// Posts functions to a thread. quit() lets it finish what was posted before.
// WRONG: executed() reads a plain number that the thread writes.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

class EventLoop {
public:
  EventLoop() : thread_([this] { run(); }) {}
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;
  ~EventLoop() {
    quit();
    thread_.join();
  }

  // False after quit().
  bool post(int work) {
    std::lock_guard lock(mutex_);
    if (quitting_)
      return false;
    queue_.push_back(work % 10);
    posted_.notify_one();
    return true;
  }

  void quit() {
    std::lock_guard lock(mutex_);
    quitting_ = true;
    posted_.notify_all();
  }

  bool idle() const {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    return executed_ == 0;
  }

private:
  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      posted_.wait(lock, [this] { return quitting_ || !queue_.empty(); });
      if (queue_.empty())
        return;
      sum_ += queue_.front();
      queue_.pop_front();
      ++executed_;
    }
  }

  mutable std::mutex mutex_;
  std::condition_variable posted_;
  std::deque<int> queue_;
  bool quitting_ = false;
  int sum_ = 0;
  int executed_ = 0;
  std::thread thread_;
};
