// SPDX-License-Identifier: Apache-2.0
// An appender that writes nothing, with the chain of filters that all appenders have, after
// org.apache.log4j.varia.NullAppender 1.2.13.
//
// Fault: addFilter() tests the head of the chain and then appends to its tail; clearFilters() resets both. Neither takes
// the lock.
// Fails: addFilter(filter) | clearFilters(), after addFilter(filter): null dereference of the tail.
#pragma once

#include <cstddef>
#include <list>
#include <mutex>
#include <string>
#include <utility>

#include "../appender/logging_event.hpp"

namespace log4 {

// Decides which events are kept. A filter must be safe to call from several threads.
class Filter {
public:
  virtual ~Filter() = default;
  virtual bool accepts(const LoggingEvent& event) const = 0;
};

class NullAppender {
public:
  NullAppender() = default;
  NullAppender(const NullAppender&) = delete;
  NullAppender& operator=(const NullAppender&) = delete;

  // Filters are not owned and must outlive the appender. Null is ignored.
  void addFilter(const Filter* filter) {
    if (filter == nullptr)
      return;
    Link* link = newLink(filter);
    if (head_ == nullptr) {
      head_ = link;
      tail_ = link;
    } else {
      tail_->next = link;
      tail_ = link;
    }
  }

  void clearFilters() {
    head_ = nullptr;
    tail_ = nullptr;
  }

  const Filter* firstFilter() const {
    const Link* head = head_;
    return head == nullptr ? nullptr : head->filter;
  }

  // Counts the event, if the threshold and all filters accept it.
  void doAppend(const LoggingEvent& event) {
    std::lock_guard lock(mutex_);
    if (closed_ || event.priority < threshold_)
      return;
    for (const Link* link = head_; link != nullptr; link = link->next)
      if (!link->filter->accepts(event))
        return;
    ++accepted_;
  }

  // Events that were accepted.
  unsigned accepted() const {
    std::lock_guard lock(mutex_);
    return accepted_;
  }

  void resetCount() {
    std::lock_guard lock(mutex_);
    accepted_ = 0;
  }

  bool isAsSevereAsThreshold(Priority priority) const {
    std::lock_guard lock(mutex_);
    return priority >= threshold_;
  }

  Priority threshold() const {
    std::lock_guard lock(mutex_);
    return threshold_;
  }

  void setThreshold(Priority threshold) {
    std::lock_guard lock(mutex_);
    threshold_ = threshold;
  }

  std::string name() const {
    std::lock_guard lock(mutex_);
    return name_;
  }

  void setName(std::string name) {
    std::lock_guard lock(mutex_);
    name_ = std::move(name);
  }

  // Is not owned, and not used, because nothing is written.
  void setLayout(const Layout* layout) {
    std::lock_guard lock(mutex_);
    layout_ = layout;
  }

  bool hasLayout() const {
    std::lock_guard lock(mutex_);
    return layout_ != nullptr;
  }

  bool requiresLayout() const { return false; }

  void setErrorHandler(std::string handler) {
    std::lock_guard lock(mutex_);
    errorHandler_ = std::move(handler);
  }

  std::string errorHandler() const {
    std::lock_guard lock(mutex_);
    return errorHandler_;
  }

  void activateOptions() {
    std::lock_guard lock(mutex_);
    closed_ = false;
  }

  void close() {
    std::lock_guard lock(mutex_);
    closed_ = true;
  }

  bool isClosed() const {
    std::lock_guard lock(mutex_);
    return closed_;
  }

private:
  struct Link {
    const Filter* filter;
    Link* next;
  };

  // Links live as long as the appender, because doAppend() may be on one when the chain is cleared.
  Link* newLink(const Filter* filter) {
    std::lock_guard lock(mutex_);
    return &links_.emplace_back(Link{filter, nullptr});
  }

  mutable std::recursive_mutex mutex_;
  std::list<Link> links_;
  Link* head_ = nullptr;
  Link* tail_ = nullptr;
  unsigned accepted_ = 0;
  Priority threshold_ = Priority::Debug;
  std::string name_;
  const Layout* layout_ = nullptr;
  std::string errorHandler_ = "once";
  bool closed_ = false;
};

} // namespace log4
