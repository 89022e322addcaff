// SPDX-License-Identifier: Apache-2.0
// Lets threads pass in the order of their tickets.
#pragma once

#include <condition_variable>
#include <mutex>

class Turnstile {
public:
  Turnstile() = default;
  Turnstile(const Turnstile&) = delete;
  Turnstile& operator=(const Turnstile&) = delete;

  // Waits for its turn, passes, and returns its ticket.
  unsigned pass() {
    std::unique_lock lock(mutex_);
    const unsigned ticket = nextTicket_++;
    turned_.wait(lock, [&] { return nowServing_ == ticket; });
    ++nowServing_;
    turned_.notify_all();
    return ticket;
  }

  unsigned passed() const {
    std::lock_guard lock(mutex_);
    return nowServing_;
  }

private:
  mutable std::mutex mutex_;
  std::condition_variable turned_;
  unsigned nextTicket_ = 0;
  unsigned nowServing_ = 0;
};
