// SPDX-License-Identifier: Apache-2.0
// Starts two threads for each sum and joins them.
// WRONG: both threads add to the same plain number.
#pragma once

#include <atomic>
#include <numeric>
#include <thread>
#include <vector>

class ParallelSum {
public:
  ParallelSum() = default;
  ParallelSum(const ParallelSum&) = delete;
  ParallelSum& operator=(const ParallelSum&) = delete;

  unsigned sum(const std::vector<unsigned>& numbers) {
    const auto middle = numbers.begin() + static_cast<long>(numbers.size() / 2);
    unsigned left = 0;
    unsigned right = 0;
#ifdef WRONG
    std::thread helper([&] {
      for (auto each = numbers.begin(); each != middle; ++each)
        left += *each;
      left += 1;
    });
    for (auto each = middle; each != numbers.end(); ++each)
      left += *each;
    left -= 1;
#else
    std::thread helper([&] { left = std::accumulate(numbers.begin(), middle, 0U); });
    right = std::accumulate(middle, numbers.end(), 0U);
#endif
    helper.join();
    ++sums_;
    return left + right;
  }

  int sums() const { return sums_; }

private:
  std::atomic<int> sums_{0};
};
