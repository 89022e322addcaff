// SPDX-License-Identifier: Apache-2.0
// Opens when it was counted down. With a count of one, two arriveAndWait() are one too many: the second finds it open.
// WRONG: countDown() notifies one waiter, not all.
#pragma once

#include <condition_variable>
#include <mutex>

class Latch {
public:
  explicit Latch(bool twice) : left_(twice ? 2 : 1) {}
  Latch(const Latch&) = delete;
  Latch& operator=(const Latch&) = delete;

  void countDown() {
    std::lock_guard lock(mutex_);
    if (left_ > 0 && --left_ == 0)
#ifdef WRONG
      opened_.notify_one();
#else
      opened_.notify_all();
#endif
  }

  void wait() {
    std::unique_lock lock(mutex_);
    opened_.wait(lock, [this] { return left_ == 0; });
  }

  void arriveAndWait() {
    countDown();
    wait();
  }

  bool open() const {
    std::lock_guard lock(mutex_);
    return left_ == 0;
  }

private:
  mutable std::mutex mutex_;
  std::condition_variable opened_;
  int left_;
};
