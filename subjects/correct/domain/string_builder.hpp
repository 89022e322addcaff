// SPDX-License-Identifier: Apache-2.0
// Appends whole lines, also those of another builder.
// WRONG: appendAll() takes the size of the other before its text.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>

class StringBuilder {
public:
  StringBuilder() = default;
  StringBuilder(const StringBuilder&) = delete;
  StringBuilder& operator=(const StringBuilder&) = delete;

  StringBuilder& append(const std::string& text) {
    std::lock_guard lock(mutex_);
    text_ += text;
    return *this;
  }

  std::string text() const {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    return text_;
  }

  std::size_t length() const {
    std::lock_guard lock(mutex_);
    return text_.size();
  }

  void clear() {
    std::lock_guard lock(mutex_);
    text_.clear();
  }

private:
  mutable std::mutex mutex_;
  std::string text_;
};
