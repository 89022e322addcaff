// SPDX-License-Identifier: Apache-2.0
// A link that closes when it was idle for 5 ms, which is noticed when it is used. A wait that times out makes it idle.
// WRONG: send() tells receivers before it has stored the message, without the lock.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

class IdleLink {
public:
  IdleLink() = default;
  IdleLink(const IdleLink&) = delete;
  IdleLink& operator=(const IdleLink&) = delete;

  // A message to a closed link is lost.
  void send() {
    std::unique_lock lock(mutex_);
    if (isIdle())
      return;
#ifdef WRONG
    lock.unlock();
    arrived_.notify_one();
    lock.lock();
    ++messages_;
#else
    ++messages_;
    arrived_.notify_one();
#endif
  }

  bool receiveFor(std::chrono::milliseconds timeout) {
    std::unique_lock lock(mutex_);
    if (!arrived_.wait_for(lock, timeout, [this] { return messages_ > 0; }))
      return false;
    --messages_;
    return true;
  }

  void receive() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return messages_ > 0; });
    --messages_;
  }

  bool isOpen() const {
    std::lock_guard lock(mutex_);
    return !isIdle();
  }

private:
  using Clock = std::chrono::steady_clock;
  bool isIdle() const { return Clock::now() - opened_ > std::chrono::milliseconds(5); }

  mutable std::mutex mutex_;
  std::condition_variable arrived_;
  int messages_ = 0;
  Clock::time_point opened_ = Clock::now();
};
