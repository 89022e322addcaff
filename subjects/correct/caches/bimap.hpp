// SPDX-License-Identifier: Apache-2.0
// Two maps that mirror each other, under one lock.
// WRONG: unlink() updates them in two critical sections.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>

class Bimap {
public:
  Bimap() = default;
  Bimap(const Bimap&) = delete;
  Bimap& operator=(const Bimap&) = delete;

  bool link(int id, const std::string& name) {
    std::lock_guard lock(mutex_);
    if (names_.contains(id) || ids_.contains(name))
      return false;
    names_[id] = name;
    ids_[name] = id;
    return true;
  }

  bool unlink(int id) {
    std::string name;
    {
      std::lock_guard lock(mutex_);
      const auto found = names_.find(id);
      if (found == names_.end())
        return false;
      name = found->second;
      names_.erase(found);
#ifndef WRONG
      ids_.erase(name);
#endif
    }
#ifdef WRONG
    std::lock_guard lock(mutex_);
    ids_.erase(name);
#endif
    return true;
  }

  std::optional<std::string> nameOf(int id) const {
    std::lock_guard lock(mutex_);
    const auto found = names_.find(id);
    return found == names_.end() ? std::nullopt : std::optional(found->second);
  }

  std::optional<int> idOf(const std::string& name) const {
    std::lock_guard lock(mutex_);
    const auto found = ids_.find(name);
    return found == ids_.end() ? std::nullopt : std::optional(found->second);
  }

private:
  mutable std::mutex mutex_;
  std::map<int, std::string> names_;
  std::map<std::string, int> ids_;
};
