// SPDX-License-Identifier: Apache-2.0
// Order problems for an SMT solver, in SMT-LIB 2 (QF_IDL): the encoding of MCR and PCR, and what the graph solver is
// compared with.
#pragma once

#include <cstddef>
#include <string>

#include "solve/order_problem.h"

namespace heddle::solve {

// Declarations and constraints. o3 is the time of event 3, h3 says whether it happens, k3 whether it reads what it read.
std::string smtText(const OrderProblem& problem);

// What the question adds: one literal for each event, then one for each edge, then one for the read. Literal 2 is named q2.
std::string smtText(const OrderProblem& problem, const Question& question);
std::size_t smtLiteralCount(const Question& question);

} // namespace heddle::solve
