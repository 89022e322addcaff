// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "explore/budget.h"
#include "explore/exploration.h"
#include "explore/findings_log.h"
#include "explore/judge.h"
#include "explore/trace_set.h"
#include "model/harness_protocol.h"

namespace heddle::explore {

// Judges a program: failures that the engine sees, unusual exit statuses and data races. Each distinct one is on disk
// as soon as it is seen.
class ProgramJudge final : public Judge {
public:
  ProgramJudge(const model::HarnessRequest& request, Budget& budget)
      : findings_(request.findingsPath), budget_(budget) {}

  void setUsualExitStatus(int status) { usualExitStatus_ = status; }
  int usualExitStatus() const { return usualExitStatus_; }
  FindingsLog& findings() { return findings_; }

private:
  bool judgeFailure(std::uint64_t execution, const runtime::Outcome& outcome) override;
  void sawRace(std::uint64_t execution,
               const runtime::Outcome& outcome,
               const runtime::Race& race,
               std::uint64_t signature) override;
  void record(const runtime::Outcome& outcome, const Failure& failure, model::Message message);

  FindingsLog findings_;
  Budget& budget_;
  int usualExitStatus_ = 0;
};

// Runs one job of an exploration of a program to its end: serial executions, warm-up, search, minimising. Owned by
// harnessMain, lives for one run, on the OS thread that runs the subject.
class ProgramRun {
public:
  // `traceSet` may be null.
  ProgramRun(const model::HarnessRequest& request,
             model::HarnessStatus& status,
             TraceSet* traceSet);

  // False when the run had to stop because of something that is not a finding; status.message says what.
  bool run();

private:
  void search();
  void minimiseFindings();

  const model::HarnessRequest& request_;
  model::HarnessStatus& status_;
  TraceSet* traceSet_;
  Budget budget_;
  ProgramJudge judge_;
  patterns::CoverageLog coverage_;
  Subject subject_;
};

} // namespace heddle::explore
