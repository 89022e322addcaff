// SPDX-License-Identifier: Apache-2.0
// Runs `jobs` harnesses side by side until they have done their work, the time is over or the user
// has had enough, and survives whatever happens to them: a harness that dies is replaced by one that
// goes on behind the execution that killed it.
#pragma once

#include <chrono>
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
  std::vector<std::string> summaries; // check: what each harness that came to its end wrote
  model::RunStats stats;
  // No limit ended a job before all of its share was explored, within `bounds`.
  bool exhausted = false;
  model::Bounds bounds;
  bool exitedEarly = false; // the program ended while threads were alive
  bool timeRanOut = false;
  bool gaveUp = false; // a harness died or failed too often
  bool noThreads = false;
  bool interrupted = false;
  std::string unsupported; // the construct, "" when none
  std::vector<model::Frame> unsupportedStack;
};

struct CampaignLimits {
  using Seconds = std::chrono::duration<double>;

  // A program that kills its harness now and then is explored around those executions; one that does
  // so all the time is not worth more than a few tries.
  unsigned restarts = 10;
  // No execution should take longer than this: the runtime itself ends executions after `maxEvents`,
  // which is a second or two.
  Seconds stuckAfter{30};
  // Shortening a schedule takes up to a second, and many may have to be.
  Seconds stuckMinimisingAfter{120};
  // How long a harness may take to notice that it is to stop, before it is killed.
  Seconds stopGrace{5};
};

Result<CampaignOutcome> runCampaign(const HarnessLaunch& launch,
                                    const model::HarnessRequest& request,
                                    Progress& progress,
                                    const CampaignLimits& limits = {});

} // namespace heddle::campaign
