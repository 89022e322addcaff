// SPDX-License-Identifier: Apache-2.0
// Runs `jobs` harnesses in parallel until they have done their work, the time is over or the user
// interrupts. It survives whatever happens to them: a harness that dies is replaced by one that
// resumes after the execution that killed it.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "campaign/harness_process.h"
#include "campaign/merge.h"
#include "campaign/progress.h"
#include "model/run_result.h"
#include "model/trace.h"
#include "support/result.h"

namespace heddle::campaign {

struct CampaignOutcome {
  std::vector<Candidate> candidates; // not confirmed yet
  std::vector<model::Diagnostic> diagnostics;
  std::vector<std::string> summaries; // check: written by each harness that reached its end
  model::RunStats stats;
  std::optional<model::CoverageSummary> coverage; // if any execution was looked at
  // Every job explored its whole share within `bounds`; no limit ended it early.
  bool exhausted = false;
  model::Bounds bounds;
  bool exitedEarly = false; // the program ended while threads were alive
  bool timeRanOut = false;
  bool gaveUp = false; // a harness died or failed too often
  bool noThreads = false;
  bool interrupted = false;
  std::string unsupported; // the construct, "" if none
  std::vector<model::Frame> unsupportedStack;
};

struct CampaignLimits {
  using Seconds = std::chrono::duration<double>;

  // A program that kills its harness occasionally is explored around those executions; one that does
  // so all the time is worth only a few attempts.
  unsigned restarts = 10;
  // No execution should take longer than this: the runtime itself ends executions after `maxEvents`,
  // which takes a second or two.
  Seconds stuckAfter{30};
  // Minimising a schedule takes up to a second, and there may be many of them.
  Seconds stuckMinimisingAfter{120};
  // How long a harness may take to notice a stop request before it is killed.
  Seconds stopGrace{5};
  // A harness checks the clock between executions, and stops by itself when the time is over. One that does not do so within
  // this time is stuck in an execution; then it is asked to stop, and killed soon after. The time is that of the whole
  // command, so that this must be short.
  Seconds overtime{2};
  Seconds overtimeGrace{1};
};

Result<CampaignOutcome> runCampaign(const HarnessLaunch& launch,
                                    const model::HarnessRequest& request,
                                    Progress& progress,
                                    const CampaignLimits& limits = {});

} // namespace heddle::campaign
