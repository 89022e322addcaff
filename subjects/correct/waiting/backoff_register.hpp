// SPDX-License-Identifier: Apache-2.0
// Two numbers under a spin lock with exponential back-off.
// WRONG: sum() does not take the lock.
#pragma once

#include <atomic>
#include <thread>
#include <utility>

class BackoffRegister {
public:
  BackoffRegister() = default;
  BackoffRegister(const BackoffRegister&) = delete;
  BackoffRegister& operator=(const BackoffRegister&) = delete;

  void move(int amount) {
    lock();
    left_ -= amount % 100;
    right_ += amount % 100;
    unlock();
  }

  int sum() {
#ifndef WRONG
    lock();
    const int sum = left_ + right_;
    unlock();
    return sum;
#else
    return left_ + right_;
#endif
  }

  std::pair<int, int> both() {
    lock();
    const std::pair both(left_, right_);
    unlock();
    return both;
  }

private:
  void lock() {
    int pause = 1;
    while (held_.test_and_set(std::memory_order_acquire)) {
      for (int turn = 0; turn < pause; ++turn)
        std::this_thread::yield();
      if (pause < 8)
        pause *= 2;
    }
  }
  void unlock() { held_.clear(std::memory_order_release); }

  std::atomic_flag held_;
  int left_ = 0;
  int right_ = 0;
};
