// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "explore/strategy.h"
#include "model/harness_protocol.h"

namespace heddle::explore {

// The strategy a request names; null when there is none of that name.
std::unique_ptr<Strategy> makeStrategy(const model::HarnessRequest& request);

} // namespace heddle::explore
