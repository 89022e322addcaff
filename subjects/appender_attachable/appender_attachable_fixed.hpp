// SPDX-License-Identifier: Apache-2.0
// The appenders that are attached to a logger: the fixed twin of appender_attachable.hpp.
//
// Every method holds the lock from the test of the list to its last use.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "../appender/logging_event.hpp"

namespace log4 {

// Must be safe to call from several threads.
class Appender {
public:
  virtual ~Appender() = default;
  virtual void doAppend(const LoggingEvent& event) = 0;
  virtual void close() = 0;
};

// A list that locks each call.
class AppenderVector {
public:
  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return elements_.size();
  }

  Appender* elementAt(std::size_t index) const {
    std::lock_guard lock(mutex_);
    if (index >= elements_.size())
      throw std::out_of_range("AppenderVector: no appender " + std::to_string(index));
    return elements_[index];
  }

  void addElement(Appender* appender) {
    std::lock_guard lock(mutex_);
    elements_.push_back(appender);
  }

  bool removeElement(Appender* appender) {
    std::lock_guard lock(mutex_);
    return std::erase(elements_, appender) > 0;
  }

  void removeAllElements() {
    std::lock_guard lock(mutex_);
    elements_.clear();
  }

private:
  mutable std::mutex mutex_;
  std::vector<Appender*> elements_;
};

class AppenderAttachable {
public:
  AppenderAttachable() = default;
  AppenderAttachable(const AppenderAttachable&) = delete;
  AppenderAttachable& operator=(const AppenderAttachable&) = delete;

  // Appenders are not owned and must outlive this object. One that is attached already is not added again.
  void addAppender(Appender* appender) {
    std::lock_guard lock(mutex_);
    if (appender == nullptr || isAttached(appender))
      return;
    if (appenders_ == nullptr)
      appenders_ = std::make_unique<AppenderVector>();
    appenders_->addElement(appender);
  }

  bool isAttached(const Appender* appender) const {
    std::lock_guard lock(mutex_);
    if (appenders_ == nullptr || appender == nullptr)
      return false;
    const std::size_t size = appenders_->size();
    for (std::size_t i = 0; i < size; ++i)
      if (appenders_->elementAt(i) == appender)
        return true;
    return false;
  }

  // Closes and detaches all appenders.
  void removeAllAppenders() {
    std::lock_guard lock(mutex_);
    if (appenders_ == nullptr)
      return;
    const std::size_t size = appenders_->size();
    for (std::size_t i = 0; i < size; ++i)
      appenders_->elementAt(i)->close();
    appenders_->removeAllElements();
    appenders_.reset();
  }

  bool removeAppender(Appender* appender) {
    std::lock_guard lock(mutex_);
    return appenders_ != nullptr && appenders_->removeElement(appender);
  }

  // Returns how many appenders got the event.
  std::size_t appendLoopOnAppenders(const LoggingEvent& event) const {
    std::lock_guard lock(mutex_);
    if (appenders_ == nullptr)
      return 0;
    const std::size_t size = appenders_->size();
    for (std::size_t i = 0; i < size; ++i)
      appenders_->elementAt(i)->doAppend(event);
    return size;
  }

  std::vector<const Appender*> allAppenders() const {
    std::lock_guard lock(mutex_);
    std::vector<const Appender*> all;
    if (appenders_ == nullptr)
      return all;
    const std::size_t size = appenders_->size();
    for (std::size_t i = 0; i < size; ++i)
      all.push_back(appenders_->elementAt(i));
    return all;
  }

  std::size_t appenderCount() const {
    std::lock_guard lock(mutex_);
    return appenders_ == nullptr ? 0 : appenders_->size();
  }

private:
  mutable std::recursive_mutex mutex_;
  std::unique_ptr<AppenderVector> appenders_; // null: none so far
};

} // namespace log4
