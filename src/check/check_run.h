// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "calls/dependencies.h"
#include "calls/engine_runner.h"
#include "calls/summary_watch.h"
#include "check/operation_tests.h"
#include "examine/examiner.h"
#include "examine/found_violations.h"
#include "examine/test_tally.h"
#include "explore/budget.h"
#include "generate/assembler.h"
#include "generate/coverage_guide.h"
#include "generate/pair_guide.h"
#include "generate/wide_guide.h"
#include "model/classes/check_summary.h"
#include "model/harness_protocol.h"
#include "model/lists/guide_table.h"
#include "patterns/coverage_log.h"

namespace heddle::check {

// One `heddle check` in the harness process: generates tests, has them examined, records findings and statistics.
// Owned by harnessMain, lives for one run.
class CheckRun {
public:
  // `options`: how the request wants executions to run.
  CheckRun(const model::HarnessRequest& request,
           model::HarnessStatus& status,
           const runtime::Options& options);

  // Returns false if the run had to stop for a reason that is not a finding; status.message says what.
  bool run();

private:
  bool prepare();
  void readDependencies();
  bool heedWatch();
  void survey();
  void check();
  void checkOnly(const model::Test& test);
  void checkByCoverage();
  void checkBy(generate::TestGuide& guide);
  void examineFresh(generate::Assembler& assembler);
  bool examineRound(generate::Assembler& assembler);
  bool isGenerationAhead() const;
  void examineRest(generate::Assembler& assembler);
  void widen(generate::WideGuide& guide, generate::Assembler& assembler);
  bool mayWiden() const;
  bool isLastTest(const generate::Assembler& assembler) const;
  void examineBrokenInvariants(generate::Assembler& assembler);
  void examineDeadlocks(generate::PairGuide& guide, generate::Assembler& assembler);
  std::optional<calls::CallSequence> search(generate::CoverageGuide& guide);
  bool examineSome(generate::Assembler& assembler,
                   generate::Shape shape,
                   std::uint64_t tests,
                   std::uint64_t executions);
  void examine(const generate::GeneratedTest& test, const examine::ExamineBudget& budget = {});
  void count(const generate::GeneratedTest& test,
             const examine::Examination& examination,
             std::uint64_t executions);
  void noteProgress(const generate::GeneratedTest& test);
  void record(const examine::Violation& violation, const generate::GeneratedTest& test);
  void minimiseLast();
  std::uint64_t prunedPairs() const;
  bool tellsStates() const;
  void writeSummary();

  const model::HarnessRequest& request_;
  model::HarnessStatus& status_;
  explore::Budget budget_;
  calls::CallCatalogue catalogue_;
  calls::EngineRunner engine_;
  calls::Behaviour behaviour_;
  patterns::CoverageLog coverage_;
  examine::Examiner examiner_;
  examine::FoundViolations found_;
  calls::Dependencies dependencies_;
  std::optional<calls::SummaryWatch> watch_; // while there are summaries
  const model::GuideRow* guide_ = nullptr;   // set by prepare
  std::vector<calls::Root> roots_;
  model::CheckSummary summary_;
  OperationTests operationTests_;
  examine::TestTally tally_;
  bool isWidening_ = false;
  std::uint64_t spentAtFinding_ = 0; // executions until the last one
  bool triedAllTests_ = false;       // no limit ended the run: there was nothing left to do
  std::uint64_t progressPair_ = 0;   // sequence pair of the last row of summary_.progress
};

} // namespace heddle::check
