// SPDX-License-Identifier: Apache-2.0
// A histogram behind a lock whose pauses double with every failed attempt.
// TRIES_ONCE: after the longest pause a thread continues as if it had the lock.
#pragma once

#include <atomic>

class PatientLock {
public:
  void lock() {
    unsigned pause = 1;
    while (taken_.load(std::memory_order_relaxed) || taken_.exchange(true, std::memory_order_acquire)) {
      for (volatile unsigned i = 0; i < pause; i = i + 1) {
      }
#ifdef TRIES_ONCE
      if (pause >= 64)
        return; // BUG
#endif
      if (pause < 1024)
        pause *= 2;
    }
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

private:
  std::atomic<bool> taken_{false};
};

class Histogram {
public:
  int count(bool high) {
    lock_.lock();
    int& bin = high ? high_ : low_;
    int result = ++bin;
    lock_.unlock();
    return result;
  }

  int total() {
    lock_.lock();
    int result = low_ + high_;
    lock_.unlock();
    return result;
  }

private:
  PatientLock lock_;
  int low_ = 0;
  int high_ = 0;
};
