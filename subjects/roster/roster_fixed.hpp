// SPDX-License-Identifier: Apache-2.0
// A list of members: the fixed twin of roster.hpp.
//
// No iterator leaves the class: what needs a walk does it under the lock.
#pragma once

#include <algorithm>
#include <cstddef>
#include <list>
#include <mutex>
#include <string>
#include <utility>

class Roster {
public:
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

  std::list<std::string> members() const {
    std::lock_guard lock(mutex_);
    return members_;
  }

  std::string joined() const {
    std::lock_guard lock(mutex_);
    std::string text;
    for (const std::string& member : members_)
      text += member + ";";
    return text;
  }

  std::size_t longest() const {
    std::lock_guard lock(mutex_);
    std::size_t length = 0;
    for (const std::string& member : members_)
      length = std::max(length, member.size());
    return length;
  }

private:
  mutable std::mutex mutex_;
  std::list<std::string> members_;
};
