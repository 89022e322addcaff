// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explore/budget.h"
#include "model/check_summary.h"
#include "model/harness_protocol.h"
#include "synthesize/assembler.h"
#include "synthesize/coverage_guide.h"
#include "synthesize/dependencies.h"
#include "synthesize/engine_runner.h"
#include "synthesize/examiner.h"
#include "synthesize/found_violations.h"
#include "synthesize/operation_tests.h"
#include "synthesize/pair_guide.h"
#include "synthesize/summary_watch.h"
#include "synthesize/test_tally.h"

namespace heddle::synthesize {

// One `heddle check` in the harness process: generates tests, has them examined, writes down what was found and what
// was done. Owned by harnessMain, lives for one run.
class CheckRun {
public:
  // `options`: how the request wants executions to run.
  CheckRun(const model::HarnessRequest& request,
           model::HarnessStatus& status,
           const runtime::Options& options);

  // False when the run had to stop because of something that is not a finding; status.message says what.
  bool run();

private:
  bool prepare();
  void readDependencies();
  bool heedWatch();
  void survey();
  void check();
  void checkOnly(const model::Test& test);
  void checkByCoverage();
  void checkBy(TestGuide& guide);
  void examineFresh(Assembler& assembler);
  bool examineRound(Assembler& assembler);
  bool isGenerationAhead() const;
  void examineRest(Assembler& assembler);
  void examineDeadlocks(PairGuide& guide, Assembler& assembler);
  std::optional<CallSequence> search(CoverageGuide& guide);
  bool
  examineSome(Assembler& assembler, Shape shape, std::uint64_t tests, std::uint64_t executions);
  void examine(const GeneratedTest& test, const ExamineBudget& budget = {});
  void count(const GeneratedTest& test, const Examination& examination, std::uint64_t executions);
  void noteProgress(const GeneratedTest& test);
  void record(const Violation& violation, const GeneratedTest& test);
  std::uint64_t prunedPairs() const;
  void writeSummary();

  const model::HarnessRequest& request_;
  model::HarnessStatus& status_;
  explore::Budget budget_;
  CallCatalogue catalogue_;
  EngineRunner engine_;
  Behaviour behaviour_;
  Examiner examiner_;
  FoundViolations found_;
  Dependencies dependencies_;
  std::optional<SummaryWatch> watch_; // while there are summaries
  std::vector<Root> roots_;
  Prunings prunings_;
  model::CheckSummary summary_;
  OperationTests operationTests_;
  TestTally tally_;
  bool triedAllTests_ = false;     // no limit ended the run: there was nothing left to do
  std::uint64_t progressPair_ = 0; // sequence pair of the last row of summary_.progress
};

} // namespace heddle::synthesize
