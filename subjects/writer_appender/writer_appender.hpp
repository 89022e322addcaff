// SPDX-License-Identifier: Apache-2.0
// Writes log events to whatever it is given, after org.apache.log4j.WriterAppender 1.0.
//
// Fault: doAppend() tests under the lock whether there is a writer, and then writes to it. setWriter() and close() do
// not take the lock.
// Fails: doAppend(event) | close(), after setLayout(layout) and setWriter(writer): null dereference or use after
// free.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "../appender/logging_event.hpp"

namespace log4 {

// Must be safe to call from several threads.
class Writer {
public:
  virtual ~Writer() = default;
  virtual void write(const std::string& text) = 0;
};

class WriterAppender {
public:
  WriterAppender() = default;
  WriterAppender(const WriterAppender&) = delete;
  WriterAppender& operator=(const WriterAppender&) = delete;

  // Null: nothing is written. The layout is not owned and must outlive the appender.
  void setLayout(const Layout* layout) {
    std::lock_guard lock(mutex_);
    layout_ = layout;
  }

  bool hasLayout() const {
    std::lock_guard lock(mutex_);
    return layout_ != nullptr;
  }

  void doAppend(const LoggingEvent& event) {
    std::lock_guard lock(mutex_);
    if (event.priority < threshold_)
      return;
    append(event);
  }

  // What was set before is given up.
  void setWriter(std::unique_ptr<Writer> writer) { writer_ = std::move(writer); }

  void close() { writer_.reset(); }

  bool requiresLayout() const { return true; }

  unsigned written() const {
    std::lock_guard lock(mutex_);
    return written_;
  }

  // Events that came while there was no layout, or nothing to write to.
  unsigned dropped() const {
    std::lock_guard lock(mutex_);
    return dropped_;
  }

  void resetCounts() {
    std::lock_guard lock(mutex_);
    written_ = 0;
    dropped_ = 0;
  }

  std::string name() const {
    std::lock_guard lock(mutex_);
    return name_;
  }

  void setName(std::string name) {
    std::lock_guard lock(mutex_);
    name_ = std::move(name);
  }

  Priority threshold() const {
    std::lock_guard lock(mutex_);
    return threshold_;
  }

  void setThreshold(Priority threshold) {
    std::lock_guard lock(mutex_);
    threshold_ = threshold;
  }

  bool isImmediateFlush() const {
    std::lock_guard lock(mutex_);
    return immediateFlush_;
  }

  void setImmediateFlush(bool immediateFlush) {
    std::lock_guard lock(mutex_);
    immediateFlush_ = immediateFlush;
  }

  std::string encoding() const {
    std::lock_guard lock(mutex_);
    return encoding_;
  }

  void setEncoding(std::string encoding) {
    std::lock_guard lock(mutex_);
    encoding_ = std::move(encoding);
  }

  std::string errorHandler() const {
    std::lock_guard lock(mutex_);
    return errorHandler_;
  }

  void setErrorHandler(std::string errorHandler) {
    std::lock_guard lock(mutex_);
    errorHandler_ = std::move(errorHandler);
  }

  std::string header() const {
    std::lock_guard lock(mutex_);
    return header_;
  }

  void setHeader(std::string header) {
    std::lock_guard lock(mutex_);
    header_ = std::move(header);
  }

  std::string footer() const {
    std::lock_guard lock(mutex_);
    return footer_;
  }

  void setFooter(std::string footer) {
    std::lock_guard lock(mutex_);
    footer_ = std::move(footer);
  }

  bool isAsync() const {
    std::lock_guard lock(mutex_);
    return async_;
  }

  void setAsync(bool async) {
    std::lock_guard lock(mutex_);
    async_ = async;
  }

private:
  void append(const LoggingEvent& event) {
    if (layout_ == nullptr || writer_ == nullptr) {
      ++dropped_;
      return;
    }
    writer_->write(layout_->format(event));
    ++written_;
  }

  mutable std::recursive_mutex mutex_;
  const Layout* layout_ = nullptr;
  std::unique_ptr<Writer> writer_; // null: closed
  unsigned written_ = 0;
  unsigned dropped_ = 0;
  std::string name_;
  Priority threshold_ = Priority::Debug;
  bool immediateFlush_ = true;
  std::string encoding_ = "UTF-8";
  std::string errorHandler_ = "only once";
  std::string header_;
  std::string footer_;
  bool async_ = false;
};

} // namespace log4
