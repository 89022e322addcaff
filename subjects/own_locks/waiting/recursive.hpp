// SPDX-License-Identifier: Apache-2.0
// A ledger behind a spinning lock that its owner may take again.
// FORGETS_DEPTH: the inner release lets others in already.
#pragma once

#include <atomic>
#include <thread>

class RecursiveSpinLock {
public:
  void lock() {
    std::thread::id self = std::this_thread::get_id();
    if (owner_.load(std::memory_order_relaxed) == self) {
      ++depth_;
      return;
    }
    std::thread::id nobody;
    while (!owner_.compare_exchange_weak(nobody, self, std::memory_order_acquire))
      nobody = std::thread::id();
    depth_ = 1;
  }

  void unlock() {
#ifdef FORGETS_DEPTH
    --depth_;
    owner_.store(std::thread::id(), std::memory_order_release); // BUG
#else
    if (--depth_ == 0)
      owner_.store(std::thread::id(), std::memory_order_release);
#endif
  }

private:
  std::atomic<std::thread::id> owner_{std::thread::id()};
  int depth_ = 0;
};

class Ledger {
public:
  int enter(int amount) {
    lock_.lock();
    sum_ = sum_ + amount;
    int result = count();
    entries_ = entries_ + 1;
    lock_.unlock();
    return result;
  }

  int count() {
    lock_.lock();
    int result = entries_;
    lock_.unlock();
    return result;
  }

private:
  RecursiveSpinLock lock_;
  int sum_ = 0;
  int entries_ = 0;
};
