// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "solve/order_problem.h"

namespace heddle::solve {

// Equal for problems in which every thread does the same: kinds of events, values, locks, fixed edges. The order of the
// trace does not matter, nor do the numbers of locations and locks. What is infeasible in one of them is infeasible in the
// other (up to a collision of 64-bit hashes).
std::uint64_t signatureOf(const OrderProblem& problem);

} // namespace heddle::solve
