// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

#include "model/schedule.h"
#include "runtime/runtime.h"

namespace heddle::explore {

// Counted in executions and events, never in seconds, so that the result is the same on every machine.
struct MinimiseBudget {
  unsigned executions = 3000;
  std::uint64_t events = 100'000'000; // about a second
};

struct MinimisedSchedule {
  model::Schedule schedule; // recorded from an execution that showed the failure
  std::uint64_t events = 0; // of that execution
  unsigned executions = 0;  // spent
};

// Whether the execution just run shows what it is about.
using Shows = std::function<bool(const runtime::Outcome& outcome)>;

// Looks for a schedule that shows it with fewer preemptions, then with fewer events, then with fewer switches.
// Nothing when not even `failing` shows it. `stop` ends the search early.
std::optional<MinimisedSchedule> minimise(const model::Schedule& failing,
                                          const Shows& shows,
                                          const std::atomic<std::uint32_t>& stop,
                                          MinimiseBudget budget = {});

// The same for the failure or race `signature`.
std::optional<MinimisedSchedule> minimise(const model::Schedule& failing,
                                          std::uint64_t signature,
                                          int usualExitStatus,
                                          const std::atomic<std::uint32_t>& stop,
                                          MinimiseBudget budget = {});

} // namespace heddle::explore
