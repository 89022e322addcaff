// SPDX-License-Identifier: Apache-2.0
// Two threads that run tasks. A task that throws is counted as failed.
// WRONG: the counter of finished tasks is not protected.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

class ThreadPool {
public:
  ThreadPool() {
    for (int number = 0; number < 2; ++number)
      threads_.emplace_back([this] { run(); });
  }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool() {
    {
      std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    work_.notify_all();
    for (std::thread& thread : threads_)
      thread.join();
  }

  void submit(std::function<void()> task) {
    {
      std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
      ++unfinished_;
    }
    work_.notify_one();
  }

  // Returns how many tasks have been finished so far, when none is left.
  std::size_t wait() {
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [this] { return unfinished_ == 0; });
    return finished_;
  }

private:
  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      work_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
      if (tasks_.empty())
        return;
      std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      try {
        if (task)
          task();
      } catch (...) {
      }
      task = nullptr;
#ifdef WRONG
      ++finished_;
      lock.lock();
#else
      lock.lock();
      ++finished_;
#endif
      if (--unfinished_ == 0)
        idle_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable work_;
  std::condition_variable idle_;
  std::deque<std::function<void()>> tasks_;
  std::size_t unfinished_ = 0;
  std::size_t finished_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};
