// SPDX-License-Identifier: Apache-2.0
// A list of members. Shape: an iterator escapes the lock, then its element is erased.
//
// Fault: begin() and end() lock, the walk between them in joined() and longest() does not.
// Fails: joined() | leave(member): use after free.
#pragma once

#include <algorithm>
#include <cstddef>
#include <list>
#include <mutex>
#include <string>
#include <utility>

class Roster {
public:
  using Iterator = std::list<std::string>::const_iterator;

  Roster() = default;
  Roster(const Roster&) = delete;
  Roster& operator=(const Roster&) = delete;

  void join(std::string member) {
    std::lock_guard lock(mutex_);
    members_.push_back(std::move(member));
  }

  // Returns whether there was such a member.
  bool leave(const std::string& member) {
    std::lock_guard lock(mutex_);
    auto found = std::find(members_.begin(), members_.end(), member);
    if (found == members_.end())
      return false;
    members_.erase(found);
    return true;
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return members_.size();
  }

  Iterator begin() const {
    std::lock_guard lock(mutex_);
    return members_.begin();
  }

  Iterator end() const {
    std::lock_guard lock(mutex_);
    return members_.end();
  }

  std::string joined() const {
    std::string text;
    for (const std::string& member : *this)
      text += member + ";";
    return text;
  }

  std::size_t longest() const {
    std::size_t length = 0;
    for (const std::string& member : *this)
      length = std::max(length, member.size());
    return length;
  }

private:
  mutable std::mutex mutex_;
  std::list<std::string> members_;
};
