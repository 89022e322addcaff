// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "model/schedule.h"

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

// Looks for a schedule that shows the failure or race `signature` with fewer preemptions, then with fewer
// events, then with fewer switches. Nothing when not even `failing` shows it. `stop` ends the search early.
std::optional<MinimisedSchedule> minimise(const model::Schedule& failing,
                                          std::uint64_t signature,
                                          int usualExitStatus,
                                          const std::atomic<std::uint32_t>& stop,
                                          MinimiseBudget budget = {});

} // namespace heddle::explore
