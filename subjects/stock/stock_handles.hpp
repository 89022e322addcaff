// SPDX-License-Identifier: Apache-2.0
// The README's class with a C interface: a sale is an opaque handle that is null if nothing is left.
// WRONG: sell() looks at the stock and takes from it in two critical sections.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

class Stock {
public:
  explicit Stock(int items) : items_(items) {}
  int items() const {
    std::lock_guard lock(mutex_);
    return items_;
  }
  void* sell() {
#ifdef WRONG
    if (items() == 0)
      return nullptr;
    std::lock_guard lock(mutex_);
#else
    std::lock_guard lock(mutex_);
    if (items_ == 0)
      return nullptr;
#endif
    --items_;
    sales_.push_back(std::make_unique<int>(0));
    return sales_.back().get();
  }
  bool refund(void* sale) {
    std::lock_guard lock(mutex_);
    for (auto each = sales_.begin(); each != sales_.end(); ++each)
      if (each->get() == sale) {
        sales_.erase(each);
        ++items_;
        return true;
      }
    return false;
  }

private:
  mutable std::mutex mutex_;
  int items_;
  std::vector<std::unique_ptr<int>> sales_;
};
