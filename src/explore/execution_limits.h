// SPDX-License-Identifier: Apache-2.0
// How many events an execution may take before it is made fair, and before it is called endless. The only place that
// decides this: what is too long depends on how long the executions of the same program or test are that end.
#pragma once

#include <cstdint>

#include "model/schedule.h"
#include "runtime/runtime.h"

namespace heddle::explore {

// Whether the execution was ended because it took too long.
bool isEndless(const runtime::Outcome& outcome);

// What is known of the executions of a program or test that came before the search: of a program the warm-up, of a test
// its linearisations.
class SerialLengths {
public:
  void add(const runtime::Outcome& outcome);

  // In events; 0: none has ended. Those that had to be made fair count only when there are no others: most of their
  // events are a loop that waits.
  std::uint64_t longest() const { return longest_ != 0 ? longest_ : longestFair_; }
  bool someEndless() const { return someEndless_; }

private:
  std::uint64_t longest_ = 0; // of those that ended by themselves
  std::uint64_t longestFair_ = 0;
  bool someEndless_ = false;
};

// `ceiling`: what the user wants to wait for, --max-events.

// Before anything is known.
runtime::Limits firstLimits(std::uint64_t ceiling);

// For the linearisations of a test: they are made fair only when SerialStrategy gets no say.
runtime::Limits serialLimits(std::uint64_t ceiling);

// For a call that nothing runs in parallel with. A call that takes longer does not return in reasonable time.
runtime::Limits soloLimits(std::uint64_t ceiling);

// For the search.
runtime::Limits limitsFrom(const SerialLengths& serial, std::uint64_t ceiling);

// For tests in which an endless execution says nothing, because a linearisation is endless, too.
runtime::Limits briefLimitsFrom(const SerialLengths& serial, std::uint64_t ceiling);

// For a replay of `schedule`, which says who runs when. An endless execution is over when the schedule is.
runtime::Limits replayLimits(const model::Schedule& schedule, bool endless, std::uint64_t ceiling);

} // namespace heddle::explore
