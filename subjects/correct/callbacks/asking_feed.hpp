// SPDX-License-Identifier: Apache-2.0
// A value with a callback that is called under a recursive lock and may ask for the value.
// WRONG: the callback is called under a second lock, so that one that asks for the value can block with set().
#pragma once

#include <functional>
#include <mutex>
#include <utility>

class AskingFeed {
public:
  AskingFeed() = default;
  AskingFeed(const AskingFeed&) = delete;
  AskingFeed& operator=(const AskingFeed&) = delete;

  void onChange(std::function<void()> callback) {
    std::lock_guard lock(callbackMutex());
    callback_ = std::move(callback);
  }

  void set(int value) {
    std::lock_guard lock(mutex_);
    value_ = value;
    fire();
  }

  int value() const {
    std::lock_guard lock(mutex_);
    return value_;
  }

  void fire() {
    std::lock_guard lock(callbackMutex());
    const std::function<void()> callback = callback_;
    if (callback && depth_ < 2) {
      ++depth_;
      callback();
      --depth_;
    }
  }

private:
#ifdef WRONG
  std::recursive_mutex& callbackMutex() { return callbackMutex_; }
  std::recursive_mutex callbackMutex_;
#else
  std::recursive_mutex& callbackMutex() { return mutex_; }
#endif
  mutable std::recursive_mutex mutex_;
  int value_ = 0;
  int depth_ = 0;
  std::function<void()> callback_;
};
