// SPDX-License-Identifier: Apache-2.0
// A promise that is fulfilled once; readers share the future.
// WRONG: fulfil() tests a flag and then sets the value, so that two calls can both set it.
#pragma once

#include <atomic>
#include <future>

class FutureValue {
public:
  FutureValue() : value_(promise_.get_future().share()) {}
  FutureValue(const FutureValue&) = delete;
  FutureValue& operator=(const FutureValue&) = delete;

  bool fulfil(int value) {
#ifdef WRONG
    if (fulfilled_.load())
      return false;
    fulfilled_.store(true);
#else
    if (fulfilled_.exchange(true))
      return false;
#endif
    promise_.set_value(value);
    return true;
  }

  int get() const {
    const std::shared_future<int> mine = value_; // each thread uses its own copy
    return mine.get();
  }

private:
  std::promise<int> promise_;
  const std::shared_future<int> value_;
  std::atomic<bool> fulfilled_{false};
};
