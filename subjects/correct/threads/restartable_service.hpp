// SPDX-License-Identifier: Apache-2.0
// A service that can be started and stopped again and again, by any thread.
// WRONG: start() tests the thread before it takes the lock.
#pragma once

#include <atomic>
#include <mutex>
#include <thread>

class RestartableService {
public:
  RestartableService() = default;
  RestartableService(const RestartableService&) = delete;
  RestartableService& operator=(const RestartableService&) = delete;
  ~RestartableService() { stop(); }

  bool start() {
#ifdef WRONG
    if (running())
      return false;
    std::lock_guard lock(mutex_);
#else
    std::lock_guard lock(mutex_);
    if (thread_.joinable())
      return false;
#endif
    thread_ = std::thread([this] { ++starts_; });
    return true;
  }

  bool stop() {
    std::lock_guard lock(mutex_);
    if (!thread_.joinable())
      return false;
    thread_.join();
    return true;
  }

  bool running() const {
    std::lock_guard lock(mutex_);
    return thread_.joinable();
  }

private:
  mutable std::mutex mutex_;
  std::thread thread_;
  std::atomic<int> starts_{0};
};
