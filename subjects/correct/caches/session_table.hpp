// SPDX-License-Identifier: Apache-2.0
// Sessions by token, with a shared lock for lookups.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>

class SessionTable {
public:
  SessionTable() = default;
  SessionTable(const SessionTable&) = delete;
  SessionTable& operator=(const SessionTable&) = delete;

  int open(std::string user) {
    std::unique_lock lock(mutex_);
    const int token = ++last_;
    users_.emplace(token, std::move(user));
    return token;
  }

  bool close(int token) {
    std::unique_lock lock(mutex_);
    return users_.erase(token) == 1;
  }

  std::optional<std::string> userOf(int token) const {
    std::shared_lock lock(mutex_);
    const auto found = users_.find(token);
    return found == users_.end() ? std::nullopt : std::optional(found->second);
  }

  bool rename(int token, const std::string& user) {
    std::unique_lock lock(mutex_);
    const auto found = users_.find(token);
    if (found == users_.end())
      return false;
    found->second = user;
    return true;
  }

private:
  mutable std::shared_mutex mutex_;
  std::map<int, std::string> users_;
  int last_ = 0;
};
