// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "calls/dependencies.h"
#include "calls/engine_runner.h"
#include "examine/examiner.h"
#include "examine/found_violations.h"
#include "examine/test_tally.h"
#include "explore/budget.h"
#include "model/harness_protocol.h"
#include "model/reproduction.h"
#include "patterns/coverage_log.h"
#include "reproduce/failure_goal.h"
#include "reproduce/stack_guide.h"
#include "reproduce/traced_runner.h"

namespace heddle::reproduce {

// One `heddle reproduce` in the harness process: generates tests for the failure of a crash stack, explores each, and
// ends when one reproduces it. Other failures on the way are recorded, too. Owned by harnessMain, lives for one run.
class ReproduceRun {
public:
  // `options`: how the request wants executions to run.
  ReproduceRun(const model::HarnessRequest& request,
               model::HarnessStatus& status,
               const runtime::Options& options);

  // Returns false if the run had to stop for a reason that is not a finding; status.message says what.
  bool run();

private:
  bool prepare();
  void readDependencies();
  void search();
  Effort effort() const; // so far, of tests
  void examine(const generate::PlannedTest& test, std::uint64_t number);
  void record(examine::Violation violation, std::uint64_t testNumber);
  void writeSummary();

  const model::HarnessRequest& request_;
  model::HarnessStatus& status_;
  explore::Budget budget_;
  calls::CallCatalogue catalogue_;
  calls::EngineRunner engine_;
  calls::Behaviour behaviour_;
  std::vector<TargetPlace> places_; // of the threads of the target
  trace::TraceRecorder recorder_;
  TracedRunner traced_;
  patterns::CoverageLog coverage_;
  examine::Examiner examiner_;
  FailureGoal goal_;
  examine::FoundViolations found_;
  calls::Dependencies dependencies_;
  std::vector<calls::Root> roots_;
  StackPrunings prunings_;
  model::Reproduction summary_;
  examine::TestTally tally_;
  std::size_t others_ = 0; // other failures that were recorded
};

} // namespace heddle::reproduce
