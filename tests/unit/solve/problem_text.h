// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "solve/order_problem.h"

namespace heddle::solve {

// A problem and a question, one event per line, for messages of failed tests.
std::string textOf(const OrderProblem& problem, const Question& question);

} // namespace heddle::solve
