// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "explore/findings_log.h"
#include "explore/signature.h"
#include "explore/strategy.h"
#include "explore/trace_set.h"
#include "model/harness_protocol.h"

namespace heddle::explore {

// Runs one job of an exploration to its end: warm-up, search, minimising. Owned by harnessMain, lives for
// one run, on the OS thread that runs the subject.
class Explorer {
public:
  // `traceSet` may be null.
  Explorer(const model::HarnessRequest& request, model::HarnessStatus& status, TraceSet* traceSet);

  // False when the run had to stop because of something that is not a finding; status.message says what.
  bool run();

private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  bool warmUp();
  void search();
  void minimiseFindings();

  const runtime::Outcome& runOne();
  bool mayRun(std::uint64_t index);
  void checkClock(std::uint64_t events);
  void judge(std::uint64_t index, const runtime::Outcome& outcome);
  bool judgeRaces(std::uint64_t index, const runtime::Outcome& outcome);
  void count(const runtime::Outcome& outcome);
  void record(std::uint64_t index,
              const runtime::Outcome& outcome,
              runtime::FailureKind kind,
              std::uint64_t signature,
              std::string message);
  void stopAfter(std::uint64_t index, runtime::FailureKind kind);
  void failUnsupported(const runtime::Outcome& outcome);
  void fail(const std::string& message);
  double secondsSinceStart() const;

  const model::HarnessRequest& request_;
  model::HarnessStatus& status_;
  TraceSet* traceSet_;
  std::unique_ptr<Strategy> strategy_;
  FindingsLog findings_;
  RaceSignatures raceSignatures_;
  Clock::time_point start_;
  int usualExitStatus_ = 0;
  bool failed_ = false;
  bool timeIsUp_ = false;
  std::uint64_t lastAfterRace_ = kNever; // last execution to run because of a race found
  std::uint64_t executions_ = 0;         // counted so far
  // Since the clock was last read:
  unsigned executionsUnclocked_ = 0;
  std::uint64_t eventsUnclocked_ = 0;
};

} // namespace heddle::explore
