// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "campaign/campaign.h"
#include "cli/exit_code.h"
#include "model/run_result.h"

namespace heddle::cli {

// How completely the campaign searched. Only its command knows what its coverage and its findings add to that.
model::Completeness completenessOf(const campaign::CampaignOutcome& outcome,
                                   const model::HarnessRequest& request);

// Sets the verdict that the completeness in `result` allows and returns the exit code that goes with it. `found`: what
// was looked for was found.
ExitCode conclude(model::RunResult& result, bool found);
// The same for commands that look for any finding that counts.
ExitCode conclude(model::RunResult& result);

} // namespace heddle::cli
