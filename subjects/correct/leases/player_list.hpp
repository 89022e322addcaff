// SPDX-License-Identifier: Apache-2.0
// Players in a list. A reference to the first one is for the owner of the list; other threads ask for copies.
// first() takes the lock to find the element; what the caller does with the reference later is the caller's business.
// WRONG: bestScore() uses such a reference without the lock.
#pragma once

#include <cstddef>
#include <list>
#include <mutex>
#include <string>

class PlayerList {
public:
  PlayerList() { players_.push_back("bank"); }
  PlayerList(const PlayerList&) = delete;
  PlayerList& operator=(const PlayerList&) = delete;

  const std::string& first() const {
    std::lock_guard lock(mutex_);
    return players_.front();
  }

  std::size_t lengthOfFirst() const {
#ifdef WRONG
    return first().size();
#else
    std::lock_guard lock(mutex_);
    return players_.front().size();
#endif
  }

  void rename(const std::string& name) {
    std::lock_guard lock(mutex_);
    players_.front() = name;
  }

  void join(const std::string& name) {
    std::lock_guard lock(mutex_);
    players_.push_back(name);
  }

private:
  mutable std::mutex mutex_;
  std::list<std::string> players_;
};
