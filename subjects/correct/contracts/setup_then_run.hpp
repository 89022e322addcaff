// SPDX-License-Identifier: Apache-2.0
// Handlers are registered before the threads start, and the totals are read after they have ended.
// WRONG: the counter is a plain number.
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

class SetupThenRun {
public:
  SetupThenRun() = default;
  SetupThenRun(const SetupThenRun&) = delete;
  SetupThenRun& operator=(const SetupThenRun&) = delete;

  void addWeight(int weight) { weights_.push_back(weight % 100); }

  int weigh(int number) {
    int sum = 0;
    for (const int weight : weights_)
      sum += weight * (number % 100);
    ++calls_;
    return sum;
  }

  std::size_t removeWeights() {
    const std::size_t count = weights_.size();
    weights_.clear();
    return count;
  }

private:
  std::vector<int> weights_;
#ifdef WRONG
  int calls_ = 0;
#else
  std::atomic<int> calls_{0};
#endif
};
