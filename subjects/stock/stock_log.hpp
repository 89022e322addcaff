// SPDX-License-Identifier: Apache-2.0
// The README's class with a log of the sales in a stream.
// WRONG: sell() looks at the stock and takes from it in two critical sections.
#pragma once

#include <mutex>
#include <sstream>
#include <string>

class Stock {
public:
  explicit Stock(int items) : items_(items) {}
  int items() const {
    std::lock_guard lock(mutex_);
    return items_;
  }
  bool sell(const std::string& customer) {
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
    log_ << "sold to " << customer << '\n';
    return true;
  }
  std::string log() const {
    std::lock_guard lock(mutex_);
    return log_.str();
  }

private:
  mutable std::mutex mutex_;
  int items_;
  std::ostringstream log_;
};
