// SPDX-License-Identifier: Apache-2.0
// A text that is accessed through a handle that holds the lock for as long as it lives.
// WRONG: size() reads without the lock.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <utility>

class GuardedText {
public:
  class Access {
  public:
    std::string& operator*() { return *text_; }
    std::string* operator->() { return text_; }

  private:
    friend class GuardedText;
    Access(std::mutex& mutex, std::string& text) : lock_(mutex), text_(&text) {}
    std::unique_lock<std::mutex> lock_;
    std::string* text_;
  };

  GuardedText() = default;
  GuardedText(const GuardedText&) = delete;
  GuardedText& operator=(const GuardedText&) = delete;

  Access access() { return Access(mutex_, text_); }

  void append(const std::string& more) { access()->append(more); }

  std::string text() const {
    std::lock_guard lock(mutex_);
    return text_;
  }

  std::size_t size() const {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    return text_.size();
  }

private:
  mutable std::mutex mutex_;
  std::string text_;
};
