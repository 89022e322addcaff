// SPDX-License-Identifier: Apache-2.0
// Reserves several articles together, or none.
// WRONG: reserves one after the other.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

class Inventory {
public:
  Inventory() : stock_{{"a", 1}, {"b", 1}} {}
  Inventory(const Inventory&) = delete;
  Inventory& operator=(const Inventory&) = delete;

  bool reserveSet() {
#ifdef WRONG
    if (!reserve("a"))
      return false;
    return reserve("b");
#else
    std::lock_guard lock(mutex_);
    if (stock_["a"] == 0 || stock_["b"] == 0)
      return false;
    --stock_["a"];
    --stock_["b"];
    return true;
#endif
  }

  bool reserve(const std::string& article) {
    std::lock_guard lock(mutex_);
    const auto found = stock_.find(article);
    if (found == stock_.end() || found->second == 0)
      return false;
    --found->second;
    return true;
  }

  void deliver(const std::string& article) {
    std::lock_guard lock(mutex_);
    ++stock_[article];
  }

private:
  std::mutex mutex_;
  std::map<std::string, int> stock_;
};
