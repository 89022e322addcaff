// SPDX-License-Identifier: Apache-2.0
// Delays that double with each attempt, with random jitter. Only the number of attempts is compared between threads.
// WRONG: the generator is not protected.
#pragma once

#include <chrono>
#include <mutex>
#include <random>

class JitteredRetry {
public:
  JitteredRetry() : random_(std::random_device{}()) {}
  JitteredRetry(const JitteredRetry&) = delete;
  JitteredRetry& operator=(const JitteredRetry&) = delete;

  std::chrono::milliseconds next() {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    const int base = 10 << (attempts_ < 6 ? attempts_ : 6);
    ++attempts_;
    return std::chrono::milliseconds(base + static_cast<int>(random_() % 10));
  }

  void reset() {
    std::lock_guard lock(mutex_);
    attempts_ = 0;
  }

  int attempts() const {
    std::lock_guard lock(mutex_);
    return attempts_;
  }

private:
  mutable std::mutex mutex_;
  std::minstd_rand random_;
  int attempts_ = 0;
};
