// SPDX-License-Identifier: Apache-2.0
// A depot that asks a helper thread for the stock before it sells.
// WRONG: sells without the lock that it held when it asked.
#pragma once

#include <future>
#include <mutex>

class AskingDepot {
public:
  AskingDepot() = default;
  AskingDepot(const AskingDepot&) = delete;
  AskingDepot& operator=(const AskingDepot&) = delete;

  bool sell() {
#ifndef WRONG
    std::lock_guard sale(sales_);
#endif
    if (std::async(std::launch::async, [this] { return items(); }).get() == 0)
      return false;
    std::lock_guard lock(mutex_);
    --items_;
    return true;
  }

  void refill() {
    std::lock_guard lock(mutex_);
    items_ = 1;
  }

  int items() const {
    std::lock_guard lock(mutex_);
    return items_;
  }

private:
  std::mutex sales_;
  mutable std::mutex mutex_;
  int items_ = 1;
};
