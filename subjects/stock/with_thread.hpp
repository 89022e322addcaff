// SPDX-License-Identifier: Apache-2.0
// The class of the README with a thread of its own, which books what was sold.
//
// Fault: sell() checks in one lock scope whether there is an item, and takes it in another.
// Fails: sell() | sell() with one item: both return true.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

class Stock {
public:
  explicit Stock(int items) : items_(items), bookkeeper_([this] { book(); }) {}
  ~Stock() {
    {
      std::lock_guard lock(mutex_);
      stops_ = true;
    }
    wake_.notify_all();
    bookkeeper_.join();
  }
  int items() const {
    std::lock_guard lock(mutex_);
    return items_;
  }
  // Sales that are booked: depends on how far the thread is.
  int booked() const {
    std::lock_guard lock(mutex_);
    return booked_;
  }
  bool sell() {
    if (items() == 0)
      return false;
    std::lock_guard lock(mutex_);
    --items_; // BUG
    ++sold_;
    wake_.notify_all();
    return true;
  }

private:
  void book() {
    std::unique_lock lock(mutex_);
    while (!stops_) {
      booked_ = sold_;
      wake_.wait(lock, [this] { return stops_ || booked_ != sold_; });
    }
  }

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  int items_;
  int sold_ = 0;
  int booked_ = 0;
  bool stops_ = false;
  std::thread bookkeeper_;
};
