// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "generate/pair_queue.h"
#include "generate/pair_tests.h"
#include "generate/test_guide.h"

namespace heddle::generate {

// Yields tests for the time that is left when those of the other guides are used up: the same pairs of methods with values
// next to those that the code compares with, other combinations of arguments, longer prefixes and more calls. Pairs take
// turns, and so do shapes. Pairs that cannot interfere get few tests.
class WideGuide final : public TestGuide {
public:
  // Remembers which pairs the dependencies keep now.
  WideGuide(calls::CallCatalogue& catalogue,
            calls::SequenceRunner& engine,
            std::vector<calls::Root> roots,
            const calls::Dependencies& dependencies,
            std::uint64_t seed);

  // The class starts threads: then tests of a single client count, too, and any pair.
  void setClassOwnsThreads();

  std::optional<PlannedTest> next(const std::function<bool()>& stop) override;
  std::size_t callTraces() const override { return tests_.callTraces(); }
  const std::vector<calls::CallId>& calls() const override { return calls_; }
  bool hasNothingToTest() const override;

private:
  void addPair(MethodPair pair, calls::Promise promise);
  bool hasQuietTurn() const;
  std::optional<PlannedTest> plan();

  std::uint64_t seed_;
  std::uint64_t turn_ = 0; // tests drawn so far, each with its own stream of random numbers
  PairTests tests_;
  PairQueue pairs_;
  PairQueue quietPairs_;         // that cannot interfere
  std::uint64_t quietTurns_ = 0; // of them
  std::set<MethodPair> known_;   // in the queue
  std::vector<std::uint16_t> operations_;
  std::vector<calls::CallId> calls_;
  bool classOwnsThreads_ = false;
  std::unordered_set<std::uint64_t> keys_; // of all tests given
};

} // namespace heddle::generate
