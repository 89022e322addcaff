// SPDX-License-Identifier: Apache-2.0
// Timers in slots; tick() advances one slot and returns the timers that fired.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <vector>

class TimerWheel {
public:
  TimerWheel() = default;
  TimerWheel(const TimerWheel&) = delete;
  TimerWheel& operator=(const TimerWheel&) = delete;

  int add(unsigned ticks) {
    std::lock_guard lock(mutex_);
    slots_[(now_ + 1 + ticks % (slots_.size() - 1)) % slots_.size()].push_back(++last_);
    return last_;
  }

  bool cancel(int timer) {
    std::lock_guard lock(mutex_);
    for (auto& slot : slots_)
      if (std::erase(slot, timer) == 1)
        return true;
    return false;
  }

  std::vector<int> tick() {
    std::lock_guard lock(mutex_);
    now_ = (now_ + 1) % slots_.size();
    std::vector<int> fired;
    fired.swap(slots_[now_]);
    return fired;
  }

private:
  std::mutex mutex_;
  std::array<std::vector<int>, 4> slots_;
  std::size_t now_ = 0;
  int last_ = 0;
};
