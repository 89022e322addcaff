// SPDX-License-Identifier: Apache-2.0
// A counter whose tryAdd() gives up when another thread is in between: it may return false without a reason.
// WRONG: tryAdd() says that it added although the exchange failed.
#pragma once

#include <atomic>

class SpuriousTry {
public:
  SpuriousTry() = default;
  SpuriousTry(const SpuriousTry&) = delete;
  SpuriousTry& operator=(const SpuriousTry&) = delete;

  // False if another thread changed the counter at the same time.
  bool tryAdd(int amount) {
    int value = value_.load();
#ifdef WRONG
    value_.compare_exchange_strong(value, value + amount % 100);
    return true;
#else
    return value_.compare_exchange_strong(value, value + amount % 100);
#endif
  }

  int value() const { return value_.load(); }

private:
  std::atomic<int> value_{1};
};
