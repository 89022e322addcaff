// SPDX-License-Identifier: Apache-2.0
// A latch that can be used again.
// WRONG: countDown() notifies without having changed the count under the lock.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

class DocumentedWaiters {
public:
  DocumentedWaiters() = default;
  DocumentedWaiters(const DocumentedWaiters&) = delete;
  DocumentedWaiters& operator=(const DocumentedWaiters&) = delete;

  void countDown() {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    if (count_ > 0)
      --count_;
    opened_.notify_all();
  }

  void wait() {
    std::unique_lock lock(mutex_);
    opened_.wait(lock, [this] { return count_ == 0; });
  }

  /// Closes the latch again. May only be invoked when there are no other threads inside wait().
  void reset() { count_ = 1; }

private:
  std::mutex mutex_;
  std::condition_variable opened_;
  std::atomic<int> count_{1};
};
