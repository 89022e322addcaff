// SPDX-License-Identifier: Apache-2.0
// The README's class; a sale waits a while for a delivery.
// WRONG: sell() looks at the stock and takes from it in two critical sections.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

class Stock {
public:
  explicit Stock(int items) : items_(items) {}
  int items() const {
    std::lock_guard lock(mutex_);
    return items_;
  }
  void deliver() {
    std::lock_guard lock(mutex_);
    ++items_;
    delivered_.notify_all();
  }
  bool sell() {
    std::unique_lock lock(mutex_);
    if (!delivered_.wait_for(lock, std::chrono::milliseconds(20), [this] { return items_ != 0; }))
      return false;
#ifdef WRONG
    lock.unlock();
    lock.lock();
#endif
    --items_;
    return true;
  }

private:
  mutable std::mutex mutex_;
  std::condition_variable delivered_;
  int items_;
};
