// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "explore/strategies/order_strategy.h"

namespace heddle::explore {

// For each read of an execution, and each other value that its memory has at some time: that the read returns that value
// (MCR: Huang, PLDI 2015). The first `given[t]` events of thread t happen as they did, and their reads are not changed.
std::vector<Aim> readAims(const solve::OrderProblem& problem,
                          const std::vector<std::uint32_t>& given);

} // namespace heddle::explore
