// SPDX-License-Identifier: Apache-2.0
// Draws each number once, in random order.
// WRONG: draws without the lock.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <random>
#include <vector>

class Lottery {
public:
  Lottery() : random_(std::random_device{}()), left_{1, 2, 3} {}
  Lottery(const Lottery&) = delete;
  Lottery& operator=(const Lottery&) = delete;

  std::optional<int> draw() {
#ifdef WRONG
    if (remaining() == 0)
      return std::nullopt;
    std::lock_guard lock(mutex_);
    if (left_.empty())
      return 0;
#else
    std::lock_guard lock(mutex_);
    if (left_.empty())
      return std::nullopt;
#endif
    const std::size_t at = random_() % left_.size();
    const int number = left_[at];
    left_.erase(left_.begin() + static_cast<long>(at));
    return number;
  }

  std::size_t remaining() const {
    std::lock_guard lock(mutex_);
    return left_.size();
  }

private:
  mutable std::mutex mutex_;
  std::minstd_rand random_;
  std::vector<int> left_;
};
