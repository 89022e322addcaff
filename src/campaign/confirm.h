// SPDX-License-Identifier: Apache-2.0
// Runs a recorded schedule again in fresh processes. A failure is reported as a finding only if it
// fails again this way.
#pragma once

#include <chrono>
#include <string>

#include "campaign/harness_process.h"
#include "campaign/merge.h"
#include "model/trace.h"
#include "support/result.h"

namespace heddle::campaign {

struct Replays {
  unsigned times = 0;
  unsigned failed = 0;   // with the expected kind of failure
  bool sameTrace = true; // all of them, event by event
  model::Trace trace;    // of the first that failed, else of the last
  std::string trouble;   // what went wrong in a replay that gave no trace

  bool confirmed() const { return times > 0 && failed == times; }
};

// What is to happen again.
struct Expected {
  model::FindingKind kind;
  std::uint64_t signature;
  const model::Schedule& schedule;
  const model::Test& test; // of a class harness
};

// Makes the request one for a replay.
void askForReplay(model::HarnessRequest& request, const Expected& expected);

using Deadline = std::chrono::steady_clock::time_point;

// `request` says how the engine runs the program; its mode is set here. After the deadline no further replay begins, apart
// from the first.
Replays replaySchedule(const HarnessLaunch& launch,
                       const model::HarnessRequest& request,
                       const Expected& expected,
                       unsigned times,
                       Deadline deadline = Deadline::max());

struct Confirmed {
  Replays replays;
  unsigned executions = 0;     // replays in fresh processes, of both schedules
  model::FindingRecord record; // the shorter schedule if that one was confirmed, else the original
};

Confirmed confirm(const HarnessLaunch& launch,
                  const model::HarnessRequest& request,
                  const Candidate& candidate,
                  unsigned times,
                  Deadline deadline = Deadline::max());

} // namespace heddle::campaign
