// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_set>
#include <vector>

#include "calls/call_catalogue.h"
#include "calls/dependencies.h"
#include "calls/roots.h"
#include "generate/test_guide.h"
#include "model/failure_target.h"
#include "model/reproduction.h"
#include "reproduce/candidate_queue.h"
#include "reproduce/stack_pruning.h"
#include "reproduce/traced_runner.h"

namespace heddle::reproduce {

// What was executed.
struct Effort {
  std::uint64_t executions = 0;
  std::uint64_t events = 0;
};

// Generates tests that may reproduce the failure of a crash stack: Figure 5 of ConCrash. See stack_guide.cpp.
class StackGuide final : public generate::TestGuide {
public:
  struct Options {
    std::uint64_t seed = 1;
    StackPrunings prunings;
    std::size_t mostPrefixes = 4000;
    unsigned mostLevels = 8;
    std::size_t sitesAtPoint = 0; // TargetPlace::sitesAtPoint
    bool knowsPlace = true;       // TargetPlace::isKnown
  };

  StackGuide(calls::CallCatalogue& catalogue,
             DetailedRunner& runner,
             const std::vector<calls::Root>& roots,
             const calls::Dependencies& dependencies,
             const model::FailureTarget& target,
             const Options& options);

  std::optional<generate::PlannedTest> next(const std::function<bool()>& stop) override;
  std::size_t callTraces() const override { return traces_.size(); }
  const std::vector<calls::CallId>& calls() const override { return calls_; }

  // Whether a rule had left out the last returned test.
  bool isFallback() const { return isFallback_; }
  // What exploring it took.
  void charge(const Effort& effort);
  // Counts what was done so far.
  void count(model::Reproduction& run) const;
  bool isExhausted() const { return isExhausted_; }

private:
  // A call sequence from which candidates are built.
  struct Node {
    calls::Path path;
    std::uint64_t state;
    bool hasPeer = false;
  };
  using Candidate = CandidateQueue::Candidate;
  static constexpr calls::CallId kNobody = ~calls::CallId{0}; // no other call: a client alone

  void addEqualArguments();
  void plantRoots();
  bool expandNext(const std::function<bool()>& stop);
  void expand(const Node& node, const std::function<bool()>& stop);
  std::vector<calls::CallId> crashingCalls(const Node& node) const;
  std::vector<calls::CallId> otherCalls(const Node& node);
  void combine(const std::vector<DetailedCall>& crashing, const std::vector<DetailedCall>& others);
  void consider(const DetailedCall& crashing, const DetailedCall& other);
  void keep(const Candidate& candidate, const DetailedCall& crashing);
  unsigned
  doubtsOf(model::StackPruning rule, const DetailedCall& crashing, const DetailedCall& other);
  std::size_t rank(const DetailedCall& crashing, const DetailedCall& other) const;
  std::optional<model::StackPruning> pruningOf(const DetailedCall& crashing,
                                               const DetailedCall& other) const;
  std::optional<model::StackPruning> pruningOfDeadlock(const DetailedCall& crashing,
                                                       const DetailedCall& other) const;
  void grow(const Node& node,
            const std::vector<DetailedCall>& crashing,
            const std::vector<DetailedCall>& others);
  std::optional<Candidate> takeGuided();
  std::optional<Candidate> takeLearned();
  std::optional<Candidate> takeRest();
  generate::PlannedTest testOf(const Candidate& candidate);
  bool isCrashing(unsigned operation, unsigned targetThread) const;
  std::size_t urgency(calls::CallId call) const;
  std::uint32_t lastNode() const { return static_cast<std::uint32_t>(prefixes_.size() - 1); }
  bool has(model::StackPruning rule) const { return options_.prunings.has(rule); }

  calls::CallCatalogue& catalogue_;
  DetailedRunner& runner_;
  const std::vector<calls::Root>& roots_;
  const calls::Dependencies& dependencies_;
  const model::FailureTarget& target_;
  Options options_;
  bool twoObjects_;
  bool ownThread_; // the stack has no call of the class: a single client may be enough

  std::vector<calls::CallId> calls_;      // on the object under test
  std::vector<calls::CallId> peerCalls_;  // that take the peer
  std::vector<std::size_t> shuffled_;     // by CallId: rank among equal candidates
  std::vector<std::deque<Node>> pending_; // by level
  unsigned level_ = 0;
  bool isPlanted_ = false;
  std::unordered_set<std::uint64_t> states_;
  std::unordered_set<std::uint64_t> traces_;
  std::unordered_set<std::uint64_t>
      explored_; // pairs that no rule left out: coverage and common use
  std::unordered_set<std::uint64_t> repeated_; // pairs that repeat one, each with other values
  std::unordered_set<std::uint64_t> tried_;    // Candidate::coverage of tests
  std::vector<calls::Path> prefixes_;          // by number of the node
  CandidateQueue candidates_;
  // Candidates whose crashing call reaches the failing line, but leaves it before the last access there, as in
  // `if (p && p->x)`, wait until the next level has been searched for calls that do not, within bounds
  // (CandidateQueue::mayPartialWait): the level of the first of them.
  unsigned partialSince_ = 0;
  bool isFallback_ = false;
  bool isExhausted_ = false;
  model::Reproduction counts_;
};

} // namespace heddle::reproduce
