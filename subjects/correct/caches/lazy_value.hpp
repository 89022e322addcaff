// SPDX-License-Identifier: Apache-2.0
// Computed at the first use, with std::call_once.
// WRONG: double-checked locking on a pointer that is not atomic.
#pragma once

#include <memory>
#include <mutex>
#include <string>

class LazyValue {
public:
  LazyValue() = default;
  LazyValue(const LazyValue&) = delete;
  LazyValue& operator=(const LazyValue&) = delete;

  std::string text() {
    ensure();
    return *text_;
  }

  std::size_t length() {
    ensure();
    return text_->size();
  }

private:
  void ensure() {
#ifdef WRONG
    if (text_)
      return;
    std::lock_guard lock(mutex_);
    if (!text_)
      text_ = std::make_unique<std::string>("computed");
#else
    std::call_once(once_, [this] { text_ = std::make_unique<std::string>("computed"); });
#endif
  }

#ifdef WRONG
  std::mutex mutex_;
#else
  std::once_flag once_;
#endif
  std::unique_ptr<std::string> text_;
};
