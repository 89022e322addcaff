// SPDX-License-Identifier: Apache-2.0
// A dial behind a lock that pauses long between two attempts.
// FORGETS_RELEASE: `turnTo` returns with the lock held when another thread has turned the dial there in between.
#pragma once

#include <atomic>
#include <immintrin.h>

class PausingLock {
public:
  void lock() {
    while (taken_.exchange(true, std::memory_order_acquire))
      for (int i = 0; i < 5000; ++i)
        _mm_pause();
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

private:
  std::atomic<bool> taken_{false};
};

class Dial {
public:
  // Whether the dial had to be turned.
  bool turnTo(int mark) {
    if (mark_ == mark)
      return false;
    lock_.lock();
    bool turns = mark_ != mark;
#ifdef FORGETS_RELEASE
    if (!turns)
      return false; // BUG
#endif
    mark_ = mark;
    clicks_ = clicks_ + (turns ? 1 : 0);
    lock_.unlock();
    return turns;
  }

  int clicks() {
    lock_.lock();
    int result = clicks_;
    lock_.unlock();
    return result;
  }

private:
  PausingLock lock_;
  std::atomic<int> mark_{0};
  int clicks_ = 0;
};
