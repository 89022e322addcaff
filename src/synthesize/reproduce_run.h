// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explore/budget.h"
#include "model/harness_protocol.h"
#include "model/reproduction.h"
#include "synthesize/dependencies.h"
#include "synthesize/engine_runner.h"
#include "synthesize/examiner.h"
#include "synthesize/failure_goal.h"
#include "synthesize/found_violations.h"
#include "synthesize/stack_guide.h"
#include "synthesize/test_tally.h"
#include "synthesize/traced_runner.h"

namespace heddle::synthesize {

// One `heddle reproduce` in the harness process: generates tests for the failure of a crash stack, explores each, and
// ends when one shows it. Other failures on the way are written down too. Owned by harnessMain, lives for one run.
class ReproduceRun {
public:
  // `options`: how the request wants executions to run.
  ReproduceRun(const model::HarnessRequest& request,
               model::HarnessStatus& status,
               const runtime::Options& options);

  // False when the run had to stop because of something that is not a finding; status.message says what.
  bool run();

private:
  bool prepare();
  void readDependencies();
  void search();
  void examine(const PlannedTest& test, std::uint64_t number);
  void record(Violation violation, std::uint64_t testNumber);
  void writeSummary();

  const model::HarnessRequest& request_;
  model::HarnessStatus& status_;
  explore::Budget budget_;
  CallCatalogue catalogue_;
  EngineRunner engine_;
  Behaviour behaviour_;
  std::vector<TargetPlace> places_; // of the threads of the target
  trace::TraceRecorder recorder_;
  TracedRunner traced_;
  Examiner examiner_;
  FailureGoal goal_;
  FoundViolations found_;
  Dependencies dependencies_;
  std::vector<Root> roots_;
  StackPrunings prunings_;
  model::Reproduction summary_;
  TestTally tally_;
  std::size_t others_ = 0; // other failures written down
};

} // namespace heddle::synthesize
