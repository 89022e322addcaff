// SPDX-License-Identifier: Apache-2.0
// A logger with a filter, after java.util.logging.Logger of JDK 1.4.1 (bug 4779253).
//
// Fault: log() tests the filter and then calls it, both under the lock, but setFilter() writes it without the
// lock.
// Fails: info(message) | setFilter(nullptr) with a filter set before, with a null dereference in log(), four calls
// deep: info, log, doLog, log.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace logging {

enum class Level { Finest, Fine, Config, Info, Warning, Severe, Off };

struct LogRecord {
  Level level = Level::Info;
  std::string logger;
  std::string message;
};

// Decides which records are kept. A filter must be safe to call from several threads.
class Filter {
public:
  virtual ~Filter() = default;
  virtual bool isLoggable(const LogRecord& record) const = 0;
};

class Logger {
public:
  explicit Logger(std::string name) : name_(std::move(name)) {}
  Logger(const Logger&) = delete;
  Logger& operator=(const Logger&) = delete;

  std::string name() const { return name_; }

  Level level() const {
    std::lock_guard lock(mutex_);
    return level_;
  }

  void setLevel(Level level) {
    std::lock_guard lock(mutex_);
    level_ = level;
  }

  bool isLoggable(Level level) const {
    std::lock_guard lock(mutex_);
    return level_ != Level::Off && level >= level_;
  }

  // Null: everything is kept. The filter is not owned and must outlive the logger.
  void setFilter(const Filter* filter) { filter_ = filter; }
  const Filter* filter() const { return filter_; }

  void log(const LogRecord& record) {
    std::lock_guard lock(mutex_);
    if (!isLoggable(record.level))
      return;
    if (filter_ != nullptr && !filter_->isLoggable(record))
      return;
    ++kept_;
    last_ = record.message;
    if (level_ <= Level::Fine)
      trail_.push_back(record.message);
  }

  void log(Level level, const std::string& message) { doLog(LogRecord{level, "", message}); }
  void finest(const std::string& message) { log(Level::Finest, message); }
  void fine(const std::string& message) { log(Level::Fine, message); }
  void config(const std::string& message) { log(Level::Config, message); }
  void info(const std::string& message) { log(Level::Info, message); }
  void warning(const std::string& message) { log(Level::Warning, message); }
  void severe(const std::string& message) { log(Level::Severe, message); }
  void entering(const std::string& place) { log(Level::Finest, "entry " + place); }
  void exiting(const std::string& place) { log(Level::Finest, "return " + place); }

  // Records that were kept so far.
  std::size_t kept() const {
    std::lock_guard lock(mutex_);
    return kept_;
  }

  std::string lastMessage() const {
    std::lock_guard lock(mutex_);
    return last_;
  }

  // All messages that were logged while the level was fine or finer.
  std::vector<std::string> trail() const {
    std::lock_guard lock(mutex_);
    return trail_;
  }

  void setResourceBundle(std::string bundle) {
    std::lock_guard lock(mutex_);
    bundle_ = std::move(bundle);
  }

  std::string resourceBundle() const {
    std::lock_guard lock(mutex_);
    return bundle_;
  }

  void setUseParentHandlers(bool use) {
    std::lock_guard lock(mutex_);
    useParentHandlers_ = use;
  }

  bool useParentHandlers() const {
    std::lock_guard lock(mutex_);
    return useParentHandlers_;
  }

private:
  void doLog(LogRecord record) {
    record.logger = name_;
    log(record);
  }

  const std::string name_;
  mutable std::recursive_mutex mutex_;
  Level level_ = Level::Info;
  const Filter* filter_ = nullptr;
  std::size_t kept_ = 0;
  std::string last_;
  std::vector<std::string> trail_;
  std::string bundle_;
  bool useParentHandlers_ = true;
};

} // namespace logging
