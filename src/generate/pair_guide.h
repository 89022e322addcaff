// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <set>
#include <unordered_set>

#include "generate/pair_queue.h"
#include "generate/pair_tests.h"
#include "generate/test_guide.h"

namespace heddle::generate {

// Yields tests that run one method against another, the pair that was run least often first: CovCon (Choudhary, Lu,
// Pradel, "Efficient Detection of Thread Safety Violations via Coverage-Guided Generation of Concurrent Tests") and,
// over the pairs that the dependencies keep, DepCon+ (section 6).
class PairGuide final : public TestGuide {
public:
  enum class Targets : std::uint8_t {
    All,       // CovCon
    Kept,      // DepCon+: exception mode and deadlock mode take turns
    Deadlocks, // only pairs that can take two locks in opposite orders
  };

  PairGuide(calls::CallCatalogue& catalogue,
            calls::SequenceRunner& engine,
            std::vector<calls::Root> roots,
            const calls::Dependencies& dependencies,
            std::uint64_t seed,
            Targets targets);

  std::optional<PlannedTest> next(const std::function<bool()>& stop) override;
  std::size_t callTraces() const override { return tests_.callTraces(); }
  const std::vector<calls::CallId>& calls() const override { return calls_; }

  bool hasNothingToTest() const override { return onOneObject_.empty(); }

private:
  void collectTargets();
  bool isDeadlocksTurn() const;
  void planNextPair();
  void plan(MethodPair pair, bool onTwoObjects, bool changeState);
  void planTriples(MethodPair pair);
  bool add(std::optional<PlannedTest> test); // false: there is none, or it was given before

  const calls::CallCatalogue& catalogue_;
  const calls::Dependencies& dependencies_;
  Targets targets_;
  std::uint64_t seed_;
  std::uint64_t stream_ = 0; // of random numbers, one per test
  PairTests tests_;
  PairQueue onOneObject_;
  PairQueue onTwoObjects_; // deadlock mode
  bool deadlocksWereLast_ = false;
  unsigned knownVersion_ = 0; // of the dependencies
  std::vector<std::uint16_t> operations_;
  std::vector<calls::CallId> calls_;
  std::set<MethodPair> known_; // pairs in a queue
  std::deque<PlannedTest> planned_;
  std::unordered_set<std::uint64_t> keys_; // of all tests given
};

} // namespace heddle::generate
