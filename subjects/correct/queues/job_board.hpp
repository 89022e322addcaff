// SPDX-License-Identifier: Apache-2.0
// Jobs that workers claim, finish or return.
// WRONG: claim() picks a job in one critical section and marks it in another.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

class JobBoard {
public:
  JobBoard() = default;
  JobBoard(const JobBoard&) = delete;
  JobBoard& operator=(const JobBoard&) = delete;

  int post(std::string title) {
    std::lock_guard lock(mutex_);
    const int id = nextId_++;
    jobs_[id] = Job{std::move(title), false};
    return id;
  }

  std::optional<int> claim() {
#ifdef WRONG
    const std::optional<int> id = firstOpen();
    std::lock_guard lock(mutex_);
    if (id)
      jobs_[*id].claimed = true;
    return id;
#else
    std::lock_guard lock(mutex_);
    for (auto& [id, job] : jobs_)
      if (!job.claimed) {
        job.claimed = true;
        return id;
      }
    return std::nullopt;
#endif
  }

  std::optional<int> firstOpen() const {
    std::lock_guard lock(mutex_);
    for (const auto& [id, job] : jobs_)
      if (!job.claimed)
        return id;
    return std::nullopt;
  }

  bool finish(int id) {
    std::lock_guard lock(mutex_);
    const auto found = jobs_.find(id);
    if (found == jobs_.end() || !found->second.claimed)
      return false;
    jobs_.erase(found);
    return true;
  }

private:
  struct Job {
    std::string title;
    bool claimed = false;
  };
  mutable std::mutex mutex_;
  std::map<int, Job> jobs_;
  int nextId_ = 1;
};
