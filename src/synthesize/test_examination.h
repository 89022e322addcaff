// SPDX-License-Identifier: Apache-2.0
// One test under examination: its linearisations, then interleavings by several strategies, each judged.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "explore/access_trace.h"
#include "explore/signature.h"
#include "explore/strategy.h"
#include "synthesize/examiner.h"
#include "synthesize/goal.h"
#include "synthesize/oracle.h"
#include "synthesize/test_runner.h"

namespace heddle::synthesize {

// Interleaving patterns by AccessPattern::key, over all tests of a run.
struct RequirementLedger {
  std::unordered_set<std::uint64_t> predicted;
  std::unordered_set<std::uint64_t> covered;
};

// Which violation is looked for: the examination ends when it is found.
struct Wanted {
  runtime::FailureKind kind;
  std::uint64_t signature; // 0: any of this kind
};

// Configures the runtime for as long as it lives.
class TestExamination {
public:
  TestExamination(const model::Test& test,
                  const model::HarnessRequest& request,
                  ExecutionListener* listener,
                  RequirementLedger& requirements);

  void setWatch(SummaryWatch* watch) { watch_ = watch; }
  void wantOnly(const Wanted& wanted) { wanted_ = wanted; }
  // Null: any failure ends the examination. Not owned.
  void pursue(Goal* goal) { goal_ = goal; }

  Examination run(const ExamineBudget& budget);

  // For judging executions one by one: the linearisations, and what learning the shared memory takes. False when the
  // test cannot be examined.
  bool prepare();
  // Judges the execution just run, and no other.
  void judgeOnly(const runtime::Outcome& outcome);
  // Whether what judgeOnly saw has the violation with this signature.
  bool isKnown(std::uint64_t signature) const;
  // The violation with this signature or, when there is none, the first that is no data race. Ends what is known of
  // the last execution.
  std::optional<Violation> violation(std::uint64_t signature);
  // The call that throws what that violation is about; null when it is about something else.
  const ObservedCall* throwingCall(std::uint64_t signature) const;

  TestRunner& runner() { return runner_; }

private:
  // A violation whose words are still to be found: that takes an execution of its own.
  struct Found {
    Violation violation;
    Verdict verdict;
    std::optional<KeptObservation> observed; // not for data races
  };

  bool isDone() const;
  bool lineariseAll();
  void watchThreads(bool on);
  // Runs one execution and judges it; its price is taken off what is left of a budget.
  const runtime::Outcome& runAndJudge(explore::Strategy& strategy, std::uint64_t& left);
  void judge(const runtime::Outcome& outcome);
  void judgeRaces();
  void judgeFailure(const runtime::Outcome& outcome);
  void add(Found found);
  std::vector<Found>::const_iterator find(std::uint64_t signature) const;
  Violation word(Found& found);

  void learnSharing();
  bool traceLanes();
  bool lanesAreIndependent() const;
  void direct(std::uint64_t most);
  void direct(unsigned first, unsigned second, std::uint64_t& left);
  bool searchDepthFirst(int preemptionBound, std::uint64_t& left);
  void walkRandomly(std::uint64_t left);

  const model::Test& test_;
  const model::HarnessRequest& request_;
  RequirementLedger& requirements_;
  SummaryWatch* watch_ = nullptr;
  TestRunner runner_;
  Oracle oracle_;
  std::optional<Wanted> wanted_;
  Goal* goal_ = nullptr;
  Examination examination_;
  std::vector<Found> found_;
  std::vector<explore::LaneTrace> traces_; // of each lane, alone from the end of the prefix
  explore::RaceSignatures raceSignatures_;
  Observation observation_;
  runtime::Options options_;
  std::uint64_t longestSerial_ = 0; // in events
  unsigned endless_ = 0;            // executions that took all events there are
  bool failureFound_ = false;
  bool wantedFound_ = false;
  bool goalMet_ = false;
};

} // namespace heddle::synthesize
