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
#include "reproduce/stack_pruning.h"
#include "reproduce/traced_runner.h"

namespace heddle::reproduce {

// Generates tests that may reproduce the failure of a crash stack: Figure 5 of ConCrash. See stack_guide.cpp.
class StackGuide final : public generate::TestGuide {
public:
  struct Options {
    std::uint64_t seed = 1;
    StackPrunings prunings;
    std::size_t mostPrefixes = 4000; // then the candidates that were left out are tried
    unsigned mostLevels = 8;
    std::size_t sitesAtPoint = 0; // TargetPlace::sitesAtPoint
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

  // Whether the last returned test had been left out before.
  bool isFallback() const { return isFallback_; }
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
  struct Candidate {
    calls::Path prefix;
    calls::CallId crashing, other;
    std::uint64_t coverage; // of the two calls
    std::size_t sites = 0;  // at the point of failure that the crashing call executes
  };
  static constexpr calls::CallId kNobody = ~calls::CallId{0}; // no other call: a client alone

  void addEqualArguments();
  void plantRoots();
  bool expandNext(const std::function<bool()>& stop);
  void expand(const Node& node, const std::function<bool()>& stop);
  std::vector<calls::CallId> crashingCalls(const Node& node) const;
  std::vector<calls::CallId> otherCalls(const Node& node);
  void combine(const Node& node,
               const std::vector<DetailedCall>& crashing,
               const std::vector<DetailedCall>& others);
  void consider(const Node& node, const DetailedCall& crashing, const DetailedCall& other);
  void keep(Candidate candidate, const DetailedCall& crashing);
  std::size_t rank(const DetailedCall& crashing, const DetailedCall& other) const;
  std::optional<model::StackPruning> pruningOf(const DetailedCall& crashing,
                                               const DetailedCall& other) const;
  std::optional<model::StackPruning> pruningOfDeadlock(const DetailedCall& crashing,
                                                       const DetailedCall& other) const;
  void grow(const Node& node,
            const std::vector<DetailedCall>& crashing,
            const std::vector<DetailedCall>& others);
  std::optional<generate::PlannedTest> take(std::deque<Candidate>& candidates);
  bool mayFallBack() const;
  bool isCrashing(unsigned operation, unsigned targetThread) const;
  std::size_t urgency(calls::CallId call) const;
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
  std::unordered_set<std::uint64_t> explored_; // pairs of coverage
  std::deque<Candidate> survivors_;
  // Candidates whose crashing call reaches the failing line, but leaves it before the last access there, as in
  // `if (p && p->x)`. They wait until the next level has been searched for calls that do not. Those that execute most
  // of the line come first.
  std::deque<Candidate> partial_;
  unsigned partialSince_ = 0;     // level of the first of them
  std::deque<Candidate> leftOut_; // by a rule that may be wrong
  // Redundant ones in which the crashing call leaves other values in memory: the same path with other values.
  std::deque<Candidate> repeated_;
  std::unordered_set<std::uint64_t> repeatedKeys_;
  bool isFallback_ = false;
  bool isExhausted_ = false;
  model::Reproduction counts_;
};

} // namespace heddle::reproduce
