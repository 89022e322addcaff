// SPDX-License-Identifier: Apache-2.0
// Two helper threads work in rounds that a std::barrier separates.
#pragma once

#include <array>
#include <barrier>
#include <mutex>
#include <thread>

class BarrierRounds {
public:
  BarrierRounds() = default;
  BarrierRounds(const BarrierRounds&) = delete;
  BarrierRounds& operator=(const BarrierRounds&) = delete;

  // Runs two rounds; returns the sum that both helpers agree on.
  int run(unsigned char start) {
    std::lock_guard lock(mutex_);
    std::barrier<> rounds(2);
    std::array<int, 2> values{start, start + 1};
    std::array<int, 2> sums{};
    const auto help = [&](int mine) {
      rounds.arrive_and_wait();
      sums[mine] = values[0] + values[1];
      rounds.arrive_and_wait();
      values[mine] = sums[1 - mine];
    };
    std::thread other([&] { help(1); });
    help(0);
    other.join();
    last_ = values[0];
    return last_;
  }

  int last() const {
    std::lock_guard lock(mutex_);
    return last_;
  }

private:
  mutable std::mutex mutex_;
  int last_ = 0;
};
