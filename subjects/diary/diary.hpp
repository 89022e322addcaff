// SPDX-License-Identifier: Apache-2.0
// Notes in order. Negative control: the class blocks itself even with a single thread.
//
// writeTwice() calls write() while it holds the lock, which is not recursive. That is a fault, but not a concurrency
// fault: every serial order of the calls fails that way, so nothing may be reported.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

class Diary {
public:
  Diary() = default;
  Diary(const Diary&) = delete;
  Diary& operator=(const Diary&) = delete;

  void write(std::string note) {
    std::lock_guard lock(mutex_);
    notes_.push_back(std::move(note));
  }

  void writeTwice(const std::string& note) {
    std::lock_guard lock(mutex_);
    write(note);
    write(note);
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return notes_.size();
  }

  std::string last() const {
    std::lock_guard lock(mutex_);
    return notes_.empty() ? std::string() : notes_.back();
  }

private:
  mutable std::mutex mutex_;
  std::vector<std::string> notes_;
};
