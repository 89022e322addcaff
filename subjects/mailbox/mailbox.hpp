// SPDX-License-Identifier: Apache-2.0
// A queue of letters. Negative control: a consumer that rightly waits forever.
//
// receive() waits for a letter. Without a sender, no order of the calls ends that wait; nothing may be reported.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <string>
#include <utility>

class Mailbox {
public:
  Mailbox() = default;
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  void send(std::string letter) {
    {
      std::lock_guard lock(mutex_);
      letters_.push_back(std::move(letter));
    }
    arrived_.notify_one();
  }

  // Waits for a letter.
  std::string receive() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return !letters_.empty(); });
    std::string letter = std::move(letters_.front());
    letters_.pop_front();
    return letter;
  }

  std::size_t waiting() const {
    std::lock_guard lock(mutex_);
    return letters_.size();
  }

private:
  mutable std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::string> letters_;
};
