// SPDX-License-Identifier: Apache-2.0
// Lines are formatted by the callers and written by a thread of its own; flush() waits until all are written.
// WRONG: written() reads without the lock.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

class AsyncLogger {
public:
  AsyncLogger() : thread_([this] { run(); }) {}
  AsyncLogger(const AsyncLogger&) = delete;
  AsyncLogger& operator=(const AsyncLogger&) = delete;
  ~AsyncLogger() {
    {
      std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  void log(std::string line) {
    {
      std::lock_guard lock(mutex_);
      pending_.push_back(std::move(line));
    }
    changed_.notify_all();
  }

  void flush() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return pending_.empty() && !writing_; });
  }

  std::vector<std::string> written() {
#ifndef WRONG
    flush();
    std::lock_guard lock(mutex_);
#endif
    return written_;
  }

private:
  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return stopping_ || !pending_.empty(); });
      if (pending_.empty())
        return;
      std::vector<std::string> batch;
      batch.swap(pending_);
      writing_ = true;
      lock.unlock();
      for (std::string& line : batch)
        line += '\n';
      lock.lock();
      for (std::string& line : batch)
        written_.push_back(std::move(line));
      writing_ = false;
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> pending_;
  std::vector<std::string> written_;
  bool writing_ = false;
  bool stopping_ = false;
  std::thread thread_;
};
