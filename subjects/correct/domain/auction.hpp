// SPDX-License-Identifier: Apache-2.0
// The highest bid wins; after close() no bid is accepted.
// WRONG: close() reads the winner after it has released the lock.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <utility>

class Auction {
public:
  Auction() = default;
  Auction(const Auction&) = delete;
  Auction& operator=(const Auction&) = delete;

  bool bid(const std::string& bidder, int amount) {
    std::lock_guard lock(mutex_);
    if (closed_ || amount <= highest_)
      return false;
    highest_ = amount;
    winner_ = bidder;
    return true;
  }

  std::pair<std::string, int> close() {
#ifdef WRONG
    const std::pair result = leading();
    std::lock_guard lock(mutex_);
    closed_ = true;
    return result;
#else
    std::lock_guard lock(mutex_);
    closed_ = true;
    return {winner_, highest_};
#endif
  }

  std::pair<std::string, int> leading() const {
    std::lock_guard lock(mutex_);
    return {winner_, highest_};
  }

private:
  mutable std::mutex mutex_;
  bool closed_ = false;
  int highest_ = 0;
  std::string winner_;
};
