// SPDX-License-Identifier: Apache-2.0
// A table of settings that can be copied and moved: the fixed twin of settings.hpp.
//
// Assignments acquire both locks together.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <utility>

class Settings {
public:
  Settings() = default;
  Settings(const Settings& other) {
    std::lock_guard lock(other.mutex_);
    values_ = other.values_;
  }
  Settings(Settings&& other) {
    std::lock_guard lock(other.mutex_);
    values_ = std::move(other.values_);
    other.values_.clear();
  }

  Settings& operator=(const Settings& other) {
    if (this != &other) {
      std::scoped_lock lock(mutex_, other.mutex_);
      values_ = other.values_;
    }
    return *this;
  }

  Settings& operator=(Settings&& other) {
    if (this != &other) {
      std::scoped_lock lock(mutex_, other.mutex_);
      values_ = std::move(other.values_);
      other.values_.clear();
    }
    return *this;
  }

  void set(const std::string& name, int value) {
    std::lock_guard lock(mutex_);
    values_[name] = value;
  }

  int get(const std::string& name, int otherwise) const {
    std::lock_guard lock(mutex_);
    auto found = values_.find(name);
    return found == values_.end() ? otherwise : found->second;
  }

  bool unset(const std::string& name) {
    std::lock_guard lock(mutex_);
    return values_.erase(name) != 0;
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return values_.size();
  }

private:
  mutable std::mutex mutex_;
  std::map<std::string, int> values_;
};
