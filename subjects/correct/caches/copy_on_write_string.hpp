// SPDX-License-Identifier: Apache-2.0
// A text that callers share; a change replaces it, so that what they share stays as it was.
// WRONG: shares it without the lock, while a change replaces it.
#pragma once

#include <memory>
#include <mutex>
#include <string>

class CopyOnWriteString {
public:
  CopyOnWriteString() : text_(std::make_shared<std::string>()) {}
  CopyOnWriteString(const CopyOnWriteString&) = delete;
  CopyOnWriteString& operator=(const CopyOnWriteString&) = delete;

  std::shared_ptr<const std::string> share() const {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    return text_;
  }

  void append(const std::string& more) {
    std::lock_guard lock(mutex_);
    text_ = std::make_shared<std::string>(*text_ + more);
  }

  std::string copy() const {
    std::lock_guard lock(mutex_);
    return *text_;
  }

private:
  mutable std::mutex mutex_;
  std::shared_ptr<std::string> text_;
};
