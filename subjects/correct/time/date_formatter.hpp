// SPDX-License-Identifier: Apache-2.0
// Formats dates in its own buffer, under a lock.
#pragma once

#include <ctime>
#include <iomanip>
#include <mutex>
#include <sstream>
#include <string>

class DateFormatter {
public:
  DateFormatter() = default;
  DateFormatter(const DateFormatter&) = delete;
  DateFormatter& operator=(const DateFormatter&) = delete;

  std::string format(unsigned day) {
    std::tm date{};
    date.tm_year = 100;
    date.tm_mday = static_cast<int>(day % 28) + 1;
    std::lock_guard lock(mutex_);
    buffer_.str("");
    buffer_ << std::put_time(&date, "%Y-%m-%d");
    ++formatted_;
    return buffer_.str();
  }

  int formatted() const {
    std::lock_guard lock(mutex_);
    return formatted_;
  }

private:
  mutable std::mutex mutex_;
  std::ostringstream buffer_;
  int formatted_ = 0;
};
