// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "solve/order_problem.h"

namespace heddle::solve {

// Executes `order` step by step and says what is wrong with it as an answer; "" if nothing is. Shares nothing with the
// solvers: it is what their answers are compared with.
std::string
faultOf(const OrderProblem& problem, const Question& question, const std::vector<Event>& order);

} // namespace heddle::solve
