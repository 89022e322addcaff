// SPDX-License-Identifier: Apache-2.0
// A category of log events with its appenders: the fixed twin of category.hpp.
//
// Readers take the lock, too.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace log4 {

class Category {
public:
  explicit Category(std::string name) : name_(std::move(name)) {}
  Category(const Category&) = delete;
  Category& operator=(const Category&) = delete;

  const std::string& name() const { return name_; }

  void addAppender(std::string appender) {
    std::lock_guard lock(mutex_);
    if (appenders_ == nullptr)
      appenders_ = std::make_unique<std::vector<std::string>>();
    appenders_->push_back(std::move(appender));
  }

  // The place of an appender; -1: it is not attached.
  long appender(const std::string& appender) const {
    std::lock_guard lock(mutex_);
    if (appenders_ == nullptr)
      return -1;
    auto found = std::find(appenders_->begin(), appenders_->end(), appender);
    return found == appenders_->end() ? -1 : found - appenders_->begin();
  }

  bool removeAppender(const std::string& appender) {
    std::lock_guard lock(mutex_);
    return appenders_ != nullptr && std::erase(*appenders_, appender) > 0;
  }

  void removeAllAppenders() {
    std::lock_guard lock(mutex_);
    appenders_.reset();
  }

  std::size_t appenderCount() const {
    std::lock_guard lock(mutex_);
    return appenders_ == nullptr ? 0 : appenders_->size();
  }

  int priority() const {
    std::lock_guard lock(mutex_);
    return priority_;
  }

  void setPriority(int priority) {
    std::lock_guard lock(mutex_);
    priority_ = priority;
  }

  bool isEnabledFor(int priority) const {
    std::lock_guard lock(mutex_);
    return priority >= priority_;
  }

  bool isAdditive() const {
    std::lock_guard lock(mutex_);
    return additive_;
  }

  void setAdditive(bool additive) {
    std::lock_guard lock(mutex_);
    additive_ = additive;
  }

  std::string resourceBundle() const {
    std::lock_guard lock(mutex_);
    return resourceBundle_;
  }

  void setResourceBundle(std::string bundle) {
    std::lock_guard lock(mutex_);
    resourceBundle_ = std::move(bundle);
  }

private:
  const std::string name_;
  mutable std::mutex mutex_;
  std::unique_ptr<std::vector<std::string>> appenders_; // null: none
  int priority_ = 0;
  bool additive_ = true;
  std::string resourceBundle_;
};

} // namespace log4
