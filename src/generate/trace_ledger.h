// SPDX-License-Identifier: Apache-2.0
// Which method-call traces exist, which of them the sequences chosen so far cover, and which count.
//
// A loop over n elements gives a new trace for every n, so an operation may have an unlimited number of traces, and a
// search that wants them all never saturates. So only the first few traces of each operation count as coverage; the
// number is raised when nothing else is left.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>

#include "support/check.h"

namespace heddle::generate {

class TraceLedger {
public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  explicit TraceLedger(unsigned perOperation) : perOperation_(perOperation) {
    HEDDLE_CHECK(perOperation > 0) << "no trace of an operation counts";
  }

  // The number of a trace that would improve the coverage; kNone when it is covered or does not count.
  std::uint32_t improving(std::uint64_t trace, unsigned operation) {
    if (covered_.contains(trace))
      return kNone;
    auto known = numbers_.find(trace);
    if (known != numbers_.end())
      return known->second;
    if (counted_[operation] >= perOperation_)
      return kNone;
    ++counted_[operation];
    auto number = static_cast<std::uint32_t>(numbers_.size());
    numbers_.emplace(trace, number);
    return number;
  }
  // Returns whether it was not covered before.
  bool cover(std::uint64_t trace) { return covered_.insert(trace).second; }
  std::size_t covered() const { return covered_.size(); }
  void countMorePerOperation() { perOperation_ *= 2; }

private:
  unsigned perOperation_;
  std::unordered_set<std::uint64_t> covered_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  std::unordered_map<unsigned, unsigned> counted_; // traces with a number, by operation
};

} // namespace heddle::generate
