// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "explore/subject.h"
#include "model/schedule.h"
#include "runtime/runtime.h"

namespace heddle::explore {

// Counted in executions and events, never in seconds, so that the result is the same on every machine.
struct MinimiseBudget {
  unsigned executions = 3000;
  std::uint64_t events = 30'000'000; // about a second, if most of them are points
};

struct MinimisedSchedule {
  model::Schedule schedule; // recorded from an execution that had the failure
  std::uint64_t events = 0; // of that execution
  unsigned executions = 0;  // spent
};

// Whether the execution just run has the failure in question.
using Shows = std::function<bool(const runtime::Outcome& outcome)>;

// Looks for a schedule that has the failure with fewer preemptions, then with fewer events, then with fewer switches.
// Returns nothing if not even `failing` has it. Calls `stop` to ask whether to end early.
// Executions run from the very start of the subject.
std::optional<MinimisedSchedule> minimise(Subject& subject,
                                          const model::Schedule& failing,
                                          const Shows& shows,
                                          const std::function<bool()>& stop,
                                          MinimiseBudget budget = {});

} // namespace heddle::explore
