// SPDX-License-Identifier: Apache-2.0
// A pool with one worker thread. Shape: the class owns a thread, and the crash is in it.
//
// Fault: the worker runs the first task through a reference into the queue and removes it afterwards. During that time,
// discard() and stop() clear the queue: the running task is destroyed, and there is nothing left to remove.
// Fails: submit(task); discard(): a crash in the worker, with a single client thread.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

class WorkerPool {
public:
  using Task = std::function<void()>;

  WorkerPool() : worker_([this] { run(); }) {}
  ~WorkerPool() {
    stop();
    worker_.join();
  }
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Returns false when the pool was stopped.
  bool submit(Task task) {
    if (!task)
      throw std::invalid_argument("WorkerPool: no task");
    std::lock_guard lock(mutex_);
    if (stopping_)
      return false;
    tasks_.push_back(std::move(task));
    wake_.notify_one();
    return true;
  }

  // Discards the waiting tasks. Returns how many.
  std::size_t discard() {
    std::lock_guard lock(mutex_);
    std::size_t discarded = tasks_.size();
    tasks_.clear();
    return discarded;
  }

  // No further task is started.
  void stop() {
    std::lock_guard lock(mutex_);
    stopping_ = true;
    tasks_.clear();
    wake_.notify_all();
  }

  std::size_t waiting() const {
    std::lock_guard lock(mutex_);
    return tasks_.size();
  }

  std::size_t completed() const {
    std::lock_guard lock(mutex_);
    return completed_;
  }

  std::size_t failed() const {
    std::lock_guard lock(mutex_);
    return failed_;
  }

private:
  static bool succeeds(const Task& task) {
    try {
      task();
      return true;
    } catch (...) {
      return false;
    }
  }

  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
      if (stopping_)
        return;
      const Task& task = tasks_.front();
      lock.unlock();
      bool succeeded = succeeds(task);
      lock.lock();
      tasks_.pop_front();
      ++(succeeded ? completed_ : failed_);
    }
  }

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Task> tasks_;
  bool stopping_ = false;
  std::size_t completed_ = 0;
  std::size_t failed_ = 0;
  std::thread worker_; // the last member: the others are there when it starts
};
