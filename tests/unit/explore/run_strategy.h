// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explore/strategies/strategy.h"

namespace heddle::explore::inline simulation {

// The traces of all executions of a strategy that ends by itself, in order; a restart begins from scratch.
std::vector<std::string> runToEnd(explore::Strategy& strategy);

// Runs the execution that the strategy has begun, as an exploration does.
const runtime::Outcome& executeNext(explore::Strategy& strategy);

// The trace of one execution.
std::string runOnce(explore::Strategy& strategy, std::uint64_t index);

// Whether one execution fails.
bool failsIn(explore::Strategy& strategy, std::uint64_t index);

} // namespace heddle::explore::inline simulation
