// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/campaign.h"
#include "cli/exit_code.h"
#include "model/run_result.h"

namespace heddle::cli {

// What the campaign and the confirmed findings in `result` amount to. Sets the verdict, the bounds
// it holds within, and adds the diagnostics that explain it. `unsupportedPlace` is where the user's
// code does what is not modelled, if it does.
ExitCode judge(const CampaignOutcome& outcome,
               const model::HarnessRequest& request,
               const model::SourcePlace& unsupportedPlace,
               model::RunResult& result);

} // namespace heddle::cli
