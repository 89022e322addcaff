// SPDX-License-Identifier: Apache-2.0
// One thread that runs jobs in order; the destructor finishes them and joins.
// WRONG: the thread takes the job and removes it in two critical sections.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

class Worker {
public:
  Worker() : thread_([this] { run(); }) {}
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() {
    {
      std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  // Adds `amount` to the total, later.
  void submit(int amount) {
    {
      std::lock_guard lock(mutex_);
      jobs_.push_back(amount % 100);
    }
    changed_.notify_all();
  }

  // Waits until all jobs are done.
  int drain() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return jobs_.empty(); });
    return total_;
  }

private:
  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
      if (jobs_.empty())
        return;
#ifdef WRONG
      const int amount = jobs_.front();
      jobs_.pop_front();
      lock.unlock();
      lock.lock();
      total_ += amount;
#else
      total_ += jobs_.front();
      jobs_.pop_front();
#endif
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<int> jobs_;
  int total_ = 0;
  bool stopping_ = false;
  std::thread thread_; // last: it uses the other members
};
