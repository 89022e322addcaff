// SPDX-License-Identifier: Apache-2.0
// A counter behind a lock that waits with std::atomic::wait.
// NEVER_NOTIFIES: releasing does not notify.
#pragma once

#include <atomic>

class WaitingLock {
public:
  void lock() {
    while (taken_.exchange(true, std::memory_order_acquire))
      taken_.wait(true, std::memory_order_relaxed);
  }
  void unlock() {
    taken_.store(false, std::memory_order_release);
#ifndef NEVER_NOTIFIES
    taken_.notify_one();
#endif
  } // BUG

private:
  std::atomic<bool> taken_{false};
};

class Meter {
public:
  int advance() {
    lock_.lock();
    int now = ++reading_;
    lock_.unlock();
    return now;
  }

  int reading() {
    lock_.lock();
    int now = reading_;
    lock_.unlock();
    return now;
  }

private:
  WaitingLock lock_;
  int reading_ = 0;
};
