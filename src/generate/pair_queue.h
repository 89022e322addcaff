// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>

#include "calls/dependencies.h"
#include "support/check.h"
#include "support/rng.h"

namespace heddle::generate {

// Two operations to run concurrently, a coverage target of CovCon.
struct MethodPair {
  std::uint16_t first, second;
  auto operator<=>(const MethodPair&) const = default;
};

// GETNEXTMETHODPAIR of DepCon+ (section 6.1, after CovCon): the pair that was run concurrently least often; if there
// are several, the most promising, and among equal ones a random one.
class PairQueue {
public:
  explicit PairQueue(std::uint64_t seed) : random_(seed, 0) {}

  void add(MethodPair pair, calls::Promise promise) { file(0, promise, pair); }
  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }
  // How often every pair was taken, at least.
  std::uint64_t rounds() const { return entries_.empty() ? 0 : entries_.begin()->timesRun; }

  // Every interleaving that is worth running is examined, so a pair that is examined is run concurrently: taking it
  // counts as one run. Requires that there is one.
  MethodPair next() {
    HEDDLE_CHECK(!entries_.empty()) << "a pair is taken from an empty queue";
    Entry entry = *entries_.begin();
    entries_.erase(entries_.begin());
    file(entry.timesRun + 1, entry.promise, entry.pair);
    return entry.pair;
  }

private:
  struct Entry {
    std::uint64_t timesRun;
    calls::Promise promise;
    std::uint64_t tie;
    MethodPair pair;
    auto operator<=>(const Entry&) const = default;
  };

  void file(std::uint64_t timesRun, calls::Promise promise, MethodPair pair) {
    entries_.insert(
        {.timesRun = timesRun, .promise = promise, .tie = random_.next(), .pair = pair});
  }

  Rng random_;
  std::set<Entry> entries_;
};

} // namespace heddle::generate
