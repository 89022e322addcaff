// SPDX-License-Identifier: Apache-2.0
// Which failures of a class have the same cause. One mistake shows in many tests: as a data race, a wrong result and a crash,
// and with every method that runs concurrently. The author fixes it once.
#pragma once

#include <vector>

#include "explain/explain.h"
#include "explain/steps.h"
#include "model/finding.h"
#include "model/trace.h"

namespace heddle::explain {

// The failing execution, and the names of what is in it. All outlive it.
struct NamedExecution {
  const model::Trace& trace;
  const StepList& list; // the steps of the trace
  const Places& places;
  const Names& names;
  const std::vector<CallName>& calls;
  const ObjectTable& objects;
};

// `finding` has its orders (`why`).
model::RootCause causeOf(const NamedExecution& execution, const model::Finding& finding);

// One finding for each root cause, in the order of `findings`. The first of those with the same cause stays and counts the
// others in `also`.
std::vector<model::Finding> oneForEachCause(std::vector<model::Finding> findings);

} // namespace heddle::explain
