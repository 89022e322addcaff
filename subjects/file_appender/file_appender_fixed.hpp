// SPDX-License-Identifier: Apache-2.0
// Writes log events to a file: the fixed twin of file_appender.hpp.
//
// close() takes the lock.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "../appender/logging_event.hpp"

namespace log4 {

// A file that is kept in memory until it is closed.
class LogFile {
public:
  explicit LogFile(std::string name) : name_(std::move(name)) {}
  void write(const std::string& line) { lines_.push_back(line); }
  const std::string& name() const { return name_; }

private:
  std::string name_;
  std::vector<std::string> lines_;
};

class FileAppender {
public:
  FileAppender() = default;
  FileAppender(const FileAppender&) = delete;
  FileAppender& operator=(const FileAppender&) = delete;

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

  // Is opened by activateOptions().
  void setFile(std::string file) {
    std::lock_guard lock(mutex_);
    file_ = std::move(file);
  }

  std::string file() const {
    std::lock_guard lock(mutex_);
    return file_;
  }

  // Opens the file, unless it has no name.
  void activateOptions() {
    std::lock_guard lock(mutex_);
    if (!file_.empty())
      writer_ = std::make_unique<LogFile>(file_);
  }

  void close() {
    std::lock_guard lock(mutex_);
    writer_.reset();
  }

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

  bool isFileAppend() const {
    std::lock_guard lock(mutex_);
    return fileAppend_;
  }

  void setFileAppend(bool fileAppend) {
    std::lock_guard lock(mutex_);
    fileAppend_ = fileAppend;
  }

  bool isBufferedIo() const {
    std::lock_guard lock(mutex_);
    return bufferedIo_;
  }

  void setBufferedIo(bool bufferedIo) {
    std::lock_guard lock(mutex_);
    bufferedIo_ = bufferedIo;
  }

  int bufferSize() const {
    std::lock_guard lock(mutex_);
    return bufferSize_;
  }

  void setBufferSize(int bufferSize) {
    std::lock_guard lock(mutex_);
    bufferSize_ = bufferSize;
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
  std::string file_;
  std::unique_ptr<LogFile> writer_; // null: closed
  unsigned written_ = 0;
  unsigned dropped_ = 0;
  std::string name_;
  Priority threshold_ = Priority::Debug;
  bool immediateFlush_ = true;
  std::string encoding_ = "UTF-8";
  bool fileAppend_ = true;
  bool bufferedIo_ = false;
  int bufferSize_ = 8192;
};

} // namespace log4
