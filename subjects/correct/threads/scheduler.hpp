// SPDX-License-Identifier: Apache-2.0
// Jobs with deadlines, run by a thread that sleeps until the next one is due. cancel() says whether the job did not run.
// WRONG: cancel() does not wake drain().
#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

class Scheduler {
public:
  Scheduler() : thread_([this] { run(); }) {}
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;
  ~Scheduler() {
    {
      std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  int at(std::chrono::milliseconds delay) {
    if (delay.count() < 0 || delay.count() > 10'000)
      delay = std::chrono::milliseconds(100);
    std::lock_guard lock(mutex_);
    jobs_.emplace(Clock::now() + delay, ++last_);
    changed_.notify_all();
    return last_;
  }

  bool cancel(int job) {
    std::lock_guard lock(mutex_);
    const bool erased =
        std::erase_if(jobs_, [&](const auto& each) { return each.second == job; }) > 0;
#ifndef WRONG
    changed_.notify_all();
#endif
    return erased;
  }

  // Waits until no job is left.
  int drain() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return jobs_.empty(); });
    return last_;
  }

private:
  using Clock = std::chrono::steady_clock;
  void run() {
    std::unique_lock lock(mutex_);
    while (!stopping_) {
      if (jobs_.empty()) {
        changed_.wait(lock);
        continue;
      }
      const Clock::time_point due = jobs_.begin()->first;
      if (Clock::now() < due) {
        changed_.wait_until(lock, due);
        continue;
      }
      jobs_.erase(jobs_.begin());
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::multimap<Clock::time_point, int> jobs_;
  int last_ = 0;
  bool stopping_ = false;
  std::thread thread_;
};
