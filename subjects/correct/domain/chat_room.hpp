// SPDX-License-Identifier: Apache-2.0
// Members and messages; a member sees what was said after joining.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <vector>

class ChatRoom {
public:
  ChatRoom() = default;
  ChatRoom(const ChatRoom&) = delete;
  ChatRoom& operator=(const ChatRoom&) = delete;

  bool join(const std::string& member) {
    std::lock_guard lock(mutex_);
    return joined_.emplace(member, messages_.size()).second;
  }

  bool leave(const std::string& member) {
    std::lock_guard lock(mutex_);
    return joined_.erase(member) == 1;
  }

  bool say(const std::string& member, const std::string& text) {
    std::lock_guard lock(mutex_);
    if (!joined_.contains(member))
      return false;
    messages_.push_back(member + ": " + text);
    return true;
  }

  std::vector<std::string> seenBy(const std::string& member) const {
    std::lock_guard lock(mutex_);
    const auto found = joined_.find(member);
    if (found == joined_.end())
      return {};
    return {messages_.begin() + static_cast<long>(found->second), messages_.end()};
  }

private:
  mutable std::mutex mutex_;
  std::map<std::string, std::size_t> joined_;
  std::vector<std::string> messages_;
};
