// SPDX-License-Identifier: Apache-2.0
// One vote for each voter; a vote can be changed until the poll is closed.
// WRONG: the count of votes is changed outside the lock.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <set>

class Voting {
public:
  Voting() = default;
  Voting(const Voting&) = delete;
  Voting& operator=(const Voting&) = delete;

  bool vote(int voter, bool yes) {
    std::unique_lock lock(mutex_);
    if (closed_)
      return false;
    const bool fresh = votes_.insert_or_assign(voter, yes).second;
#ifdef WRONG
    lock.unlock();
#endif
    if (fresh)
      ++voters_;
    return true;
  }

  // Closes the poll; returns how many have voted.
  int close() {
    std::lock_guard lock(mutex_);
    closed_ = true;
    return voters_;
  }

  int yes() const {
    std::lock_guard lock(mutex_);
    int count = 0;
    for (const auto& [voter, yes] : votes_)
      count += yes ? 1 : 0;
    return count;
  }

private:
  mutable std::mutex mutex_;
  bool closed_ = false;
  std::map<int, bool> votes_;
  std::atomic<int> voters_{0};
};
