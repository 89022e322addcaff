// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "calls/call_sequence.h"
#include "calls/dependencies.h"
#include "calls/start_state.h"
#include "generate/observers.h"
#include "generate/shapes.h"
#include "generate/test_guide.h"
#include "model/test.h"

namespace heddle::generate {

// A concurrent test small enough to be explored thoroughly.
struct GeneratedTest {
  model::Test test;
  Shape shape = Shape::Pair;
  std::uint64_t number = 0;       // from 1
  std::uint64_t sequencePair = 0; // number of the sequence pair that it was made from, from 1
};

// Makes concurrent tests from call sequences: the assembler of AutoConTest (section 4.3). The paper's test is a pair of
// sequences, beta || gamma. Here it is not run as a whole: interleavings of different outermost calls of one thread are
// not requirements (section 4.1), and "from both start states" (section 4.4) here means from every state along both
// sequences. So a sequence pair yields many tests, each a prefix of beta or gamma and two calls. A test of another
// shape counts as its own pair.
//
// Runs calls (through Behaviour) to see how they influence each other.
class Assembler {
public:
  // Pairs that the dependencies prune are not tested on their own.
  Assembler(calls::CallCatalogue& catalogue,
            calls::Behaviour& behaviour,
            const calls::Dependencies& dependencies)
      : catalogue_(catalogue), behaviour_(behaviour), dependencies_(dependencies) {}

  // A new call sequence and the calls that were tried along it: forms a pair with each sequence so far and with itself.
  void add(const calls::CallSequence& sequence, const std::vector<calls::CallId>& calls);
  // The class starts threads: then a single client already makes a test.
  void setClassOwnsThreads() { classOwnsThreads_ = true; }

  // The next test of a shape, likely faults first; nothing if there are no more. Asking for pairs plans tests of
  // the other shapes.
  std::optional<GeneratedTest> next(Shape shape);

  // A test that another guide has planned. From now on, the epilogue is chosen among its calls.
  GeneratedTest made(const PlannedTest& test);
  void observeWith(const std::vector<calls::CallId>& calls) {
    observers_ = Observers(calls, catalogue_, behaviour_);
  }

  std::uint64_t tests() const { return tests_; }
  std::uint64_t sequencePairs() const { return sequencePairs_; }

private:
  // A start state to be examined.
  struct PendingStart {
    std::size_t start;
    std::vector<calls::CallId> calls; // not tried there before
    std::uint64_t sequencePair;
    bool isNew = false;                             // nothing was tried there before
    bool again = false;                             // for pairs that were pruned the first time
    std::vector<calls::OptionIndices> candidates{}; // pairs that remain to be examined
  };
  struct PendingPair {
    std::size_t start;
    calls::OptionPair pair;
    std::uint64_t sequencePair;
  };
  // Queues of pairs by urgency: one for each Influence, and a last one for pairs that resemble earlier ones.
  static constexpr std::size_t kAgain = 4;
  static constexpr std::size_t kUrgencies = 5;

  void addStarts(const calls::CallSequence& sequence, const std::vector<calls::CallId>& calls);
  void addSimpleStarts(const calls::CallSequence& sequence,
                       const std::vector<calls::CallId>& calls);
  void addStart(calls::Path prefix, std::uint64_t state, const std::vector<calls::CallId>& calls);
  void extendEarlierStarts(const std::vector<calls::CallId>& calls, std::size_t count);
  std::optional<PendingPair> nextPair();
  bool lookAtNext(); // false: no start state is left
  void lookAgain();
  void file(const PendingStart& pending, const std::vector<calls::OptionPair>& pairs);
  void escalate(const calls::StartState& start, const std::vector<calls::OptionPair>& pairs);
  bool isPruned(const Plan& plan, Shape shape) const;
  bool wantsPlans(Shape shape, const calls::StartState& start);
  model::Test
  testOf(const calls::Path& prefix, const std::vector<calls::Path>& suffixes, bool withPeer);

  calls::CallCatalogue& catalogue_;
  calls::Behaviour& behaviour_;
  const calls::Dependencies& dependencies_;
  unsigned knownVersion_ = 0; // of the dependencies
  bool classOwnsThreads_ = false;
  std::size_t sequences_ = 0;
  std::uint64_t sequencePairs_ = 0;
  std::uint64_t tests_ = 0;             // returned
  std::vector<calls::CallId> covering_; // calls of all sequences that brought coverage
  Observers observers_;
  std::vector<calls::StartState> starts_;
  std::unordered_set<std::uint64_t> startStates_;
  std::deque<PendingStart> pendingStarts_;
  std::array<std::deque<PendingPair>, kUrgencies> pendingPairs_;
  std::unordered_set<std::uint64_t> pairKeys_;
  std::unordered_map<std::uint32_t, unsigned> turns_; // pairs filed, by two operations
  std::array<std::deque<Plan>, kShapes> plans_;
  std::unordered_set<std::uint64_t> planKeys_;
  std::array<unsigned, kShapes> planned_{}; // start states planned for
};

} // namespace heddle::generate
