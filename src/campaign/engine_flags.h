// SPDX-License-Identifier: Apache-2.0
// The settings that change what an execution does, as words in a finding's file: "heap=reuse".
#pragma once

#include <string>
#include <vector>

#include "model/harness_protocol.h"
#include "support/result.h"

namespace heddle::campaign {

// Those that differ from the defaults.
std::vector<std::string> engineFlagsOf(const model::HarnessRequest& request);

// The parts of the request that a replay needs.
Result<model::HarnessRequest> requestFromEngineFlags(const std::vector<std::string>& flags);

} // namespace heddle::campaign
