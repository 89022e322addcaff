// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solve/order_problem.h"
#include "trace/execution_trace.h"

namespace heddle::solve {

// What another order of the events of a trace must respect. Event i of the problem is event i of the trace.
struct TraceProblem {
  OrderProblem problem;
  // Operations whose order may be another in other executions keep that of the trace: semaphores, barriers, futexes,
  // initialisers, attempts to take a lock that another thread held. Then `Infeasible` is not certain.
  bool isRestricted = false;
};

TraceProblem problemOf(const trace::ExecutionTrace& trace);

} // namespace heddle::solve
