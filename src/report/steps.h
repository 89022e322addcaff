// SPDX-License-Identifier: Apache-2.0
// The events of a trace as the rows of an interleaving table.
#pragma once

#include <cstddef>
#include <vector>

#include "model/finding.h"
#include "model/trace.h"
#include "report/names.h"
#include "report/places.h"

namespace heddle::report {

struct StepList {
  std::vector<model::Step> steps;
  std::vector<std::size_t>
      events; // parallel to `steps` (but for those added at the end): index into Trace::events
  std::uint64_t leftOut = 0;
};

// Accesses to contended memory, synchronisation and thread life, with the reason of each switch. Leaves
// out calls and branches, and what the main thread did before it started the first other thread.
// In an execution of a generated test, what the main thread does is the test's frame: none of its steps, unless it fails
// there. Of the other threads' calls, those that share a thread.
StepList buildSteps(const model::Trace& trace,
                    const Places& places,
                    const Names& names,
                    const std::vector<CallName>& calls);

// Ends the list with the failure itself, which is no event of its own.
void addFailingStep(StepList& list,
                    const model::Trace& trace,
                    const Places& places,
                    const Names& names,
                    const model::SourcePlace& place);

// A thread stops before its operation; one that can then never go on has no event that says so. Adds
// the step at which it waits.
void addBlockedSteps(StepList& list,
                     const model::Trace& trace,
                     const Places& places,
                     const Names& names);

// Drops the oldest steps that are not essential until at most `limit` are left.
void limitSteps(StepList& list, std::size_t limit);

} // namespace heddle::report
