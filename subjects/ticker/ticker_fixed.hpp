// SPDX-License-Identifier: Apache-2.0
// Calls a function once per period from its own thread: the fixed twin of ticker.hpp.
//
// The job lives as long as the ticker, whose destructor waits for the thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

class Ticker {
public:
  explicit Ticker(std::function<void()> onTick) : job_(std::make_unique<Job>(std::move(onTick))) {}
  ~Ticker() { stop(); }
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;

  // Starts ticking. Returns false when it has been started before.
  bool start(int periodMilliseconds) {
    if (periodMilliseconds <= 0)
      throw std::invalid_argument("Ticker: no period");
    std::lock_guard lock(mutex_);
    if (started_)
      return false;
    started_ = true;
    period_ = std::chrono::milliseconds(periodMilliseconds);
    thread_ = std::thread([this] { run(); });
    return true;
  }

  // Ends ticking for good and waits for the thread, unless it is the function itself that stops its ticker.
  void stop() {
    std::thread ended;
    {
      std::lock_guard lock(mutex_);
      stopped_ = true;
      changed_.notify_all();
      if (thread_.get_id() == std::this_thread::get_id())
        return;
      ended.swap(thread_);
    }
    if (ended.joinable())
      ended.join();
  }

  bool running() const {
    std::lock_guard lock(mutex_);
    return started_ && !stopped_;
  }

  unsigned ticks() const {
    std::lock_guard lock(mutex_);
    return ticks_;
  }

private:
  struct Job {
    explicit Job(std::function<void()> called) : function(std::move(called)) {}
    void run() const {
      try {
        function();
      } catch (...) {
        // One bad tick must not end the others.
      }
    }
    std::function<void()> function;
  };

  void run() {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, period_, [this] { return stopped_; })) {
      lock.unlock();
      job_->run();
      lock.lock();
      ++ticks_;
    }
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  const std::unique_ptr<Job> job_;
  std::chrono::milliseconds period_{0};
  bool started_ = false;
  bool stopped_ = false;
  unsigned ticks_ = 0;
  std::thread thread_;
};
