// SPDX-License-Identifier: Apache-2.0
// One test under examination: its linearisations, then an exploration in which every execution is judged against them.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "examine/call_parts.h"
#include "examine/examiner.h"
#include "examine/goal.h"
#include "examine/test_judge.h"
#include "examine/test_subject.h"
#include "explore/execution_limits.h"
#include "explore/exploration.h"
#include "trace/thread_accesses.h"

namespace heddle::examine {

// Interleaving patterns by AccessPattern::key, over all tests of a run.
struct RequirementLedger {
  std::unordered_set<std::uint64_t> predicted;
  std::unordered_set<std::uint64_t> covered;
};

class TestExamination {
public:
  TestExamination(const model::Test& test,
                  const model::HarnessRequest& request,
                  explore::Budget& budget,
                  RequirementLedger& requirements);

  void setWatch(calls::SummaryWatch* watch) { watch_ = watch; }
  void observeWith(patterns::CoverageLog* coverage) { coverage_ = coverage; }
  TestJudge& judge() { return judge_; }
  TestSubject& subject() { return subject_; }

  Examination run(const ExamineBudget& budget);

  // For judging executions one by one: runs the linearisations, and learns which memory is shared. Returns false if the
  // test cannot be examined.
  bool prepare();
  // Judges the execution just run, and no other.
  void judgeOnly(const runtime::Outcome& outcome);
  // The violation with this signature or, if there is none, the first that is not a data race. Invalidates the data of
  // the last execution.
  std::optional<Violation> violation(std::uint64_t signature);

private:
  bool isDone() const { return judge_.isSatisfied() || budget_.isOver(); }
  bool lineariseAll();
  void explore(const ExamineBudget& budget);
  void countRequirements();
  void collect(bool canBeExamined);
  Violation word(FoundViolation& found);

  bool traceLanes();
  using LaneRelation = bool (*)(const trace::ThreadAccesses&, const trace::ThreadAccesses&);
  bool lanesAre(LaneRelation related) const; // any two of them
  void interruptWeakCalls();

  const model::HarnessRequest& request_;
  explore::Budget& budget_;
  RequirementLedger& requirements_;
  calls::SummaryWatch* watch_ = nullptr;
  patterns::CoverageLog* coverage_ = nullptr;
  TestSubject subject_;
  TestJudge judge_;
  Examination examination_;
  std::vector<trace::ThreadAccesses> profiles_; // of each lane, alone from the end of the prefix
  CallParts parts_;                             // of the calls in these executions
  explore::SerialLengths serial_;
};

} // namespace heddle::examine
