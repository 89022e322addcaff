// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "campaign/harness_process.h"
#include "support/result.h"

namespace heddle::campaign {

// Replays under gdb, on our terminal: runs to the failing step and selects the innermost frame of
// the user's code there. `arguments` go to gdb, so that `-batch -ex bt` works from a script.
Result<ExitStatus> debugReplay(const std::string& gdb,
                               const HarnessLaunch& launch,
                               const model::HarnessRequest& request,
                               bool isRace,
                               const std::vector<std::string>& arguments);

} // namespace heddle::campaign
