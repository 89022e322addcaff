// SPDX-License-Identifier: Apache-2.0
// A template that waits for a condition on a protected value.
#pragma once

#include <condition_variable>
#include <mutex>
#include <utility>

template <typename T>
class Monitored {
public:
  template <typename Change>
  void update(Change change) {
    std::lock_guard lock(mutex_);
    change(value_);
    changed_.notify_all();
  }

  template <typename Condition>
  T waitFor(Condition condition) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return condition(std::as_const(value_)); });
    return value_;
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  T value_{};
};

// A progress bar that other threads wait for.
class Monitor {
public:
  void advance() {
    percent_.update([](int& percent) { percent = percent < 100 ? percent + 50 : 100; });
  }
  int waitForHalf() {
    return percent_.waitFor([](int percent) { return percent >= 50; });
  }
  void restart() {
    percent_.update([](int& percent) { percent = 0; });
  }

private:
  Monitored<int> percent_;
};
