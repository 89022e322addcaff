// SPDX-License-Identifier: Apache-2.0
// The README's class without a query: only an exception shows that too much was sold.
// WRONG: sell() looks at the stock and takes from it in two critical sections.
#pragma once

#include <mutex>
#include <stdexcept>

class Stock {
public:
  explicit Stock(int items) : items_(items) {}
  void sell() {
#ifdef WRONG
    {
      std::lock_guard lock(mutex_);
      if (items_ == 0)
        throw std::out_of_range("Stock: sold out");
    }
    std::lock_guard lock(mutex_);
#else
    std::lock_guard lock(mutex_);
    if (items_ == 0)
      throw std::out_of_range("Stock: sold out");
#endif
    --items_;
  }

private:
  std::mutex mutex_;
  int items_;
};
