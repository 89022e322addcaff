// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solve/order_problem.h"

namespace heddle::solve {

// Tries every order of the events. For small problems.
bool isFeasible(const OrderProblem& problem, const Question& question);

} // namespace heddle::solve
