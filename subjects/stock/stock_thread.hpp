// SPDX-License-Identifier: Apache-2.0
// The README's class with a thread that writes a journal of the sales.
// WRONG: sell() looks at the stock and takes from it in two critical sections.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

class Stock {
public:
  explicit Stock(int items) : items_(items), journal_([this] { write(); }) {}
  Stock(const Stock&) = delete;
  Stock& operator=(const Stock&) = delete;
  ~Stock() {
    {
      std::lock_guard lock(mutex_);
      closed_ = true;
    }
    sold_.notify_all();
    journal_.join();
  }

  int items() const {
    std::lock_guard lock(mutex_);
    return items_;
  }
  bool sell() {
#ifdef WRONG
    if (items() == 0)
      return false;
    std::lock_guard lock(mutex_);
#else
    std::lock_guard lock(mutex_);
    if (items_ == 0)
      return false;
#endif
    --items_;
    ++unwritten_;
    sold_.notify_all();
    return true;
  }

private:
  void write() {
    std::unique_lock lock(mutex_);
    for (;;) {
      sold_.wait(lock, [this] { return closed_ || unwritten_ > 0; });
      if (unwritten_ == 0)
        return;
      --unwritten_;
    }
  }

  mutable std::mutex mutex_;
  std::condition_variable sold_;
  int items_;
  int unwritten_ = 0;
  bool closed_ = false;
  std::thread journal_;
};
