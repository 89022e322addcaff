// SPDX-License-Identifier: Apache-2.0
// Formats lines with a stream, and keeps them.
// WRONG: the stream is shared and not protected.
#pragma once

#include <iomanip>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

class LogLine {
public:
  LogLine() = default;
  LogLine(const LogLine&) = delete;
  LogLine& operator=(const LogLine&) = delete;

  void log(const std::string& text, double value) {
    std::ostringstream line;
    line << text << ' ' << std::fixed << std::setprecision(2) << value;
    add(line.str());
  }

  void logNumber(long number) {
    std::ostringstream line;
    line << std::setw(6) << std::setfill('0') << number;
    add(line.str());
  }

  std::string last() const {
    std::lock_guard lock(mutex_);
    return lines_.empty() ? std::string() : lines_.back();
  }

private:
  void add(std::string line) {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    lines_.push_back(std::move(line));
  }

  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
};
