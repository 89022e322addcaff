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
  // `limits`: those that the execution had.
  void add(const runtime::Outcome& outcome, const runtime::Limits& limits);

  // In events; 0: none has ended. Where all had to be made fair, what they took after that: before, they waited in a
  // loop for as long as they were allowed to.
  std::uint64_t longest() const { return longest_ != 0 ? longest_ : longestFair_; }
  bool someEndless() const { return someEndless_; }
  // Some had to be made fair before they had had the time of a long execution.
  bool mayBeLong() const { return longestFair_ != 0 && !hadLongTime_; }

  SerialLengths operator+(const SerialLengths& other) const;

private:
  std::uint64_t longest_ = 0;     // of those that ended by themselves
  std::uint64_t longestFair_ = 0; // of the others, from where they were made fair
  bool hadLongTime_ = false;
  bool someEndless_ = false;
};

// `ceiling`: what the user wants to wait for, --max-events.

// Before anything is known.
runtime::Limits firstLimits(std::uint64_t ceiling);

// For the other executions before the search of a program: those that are long by themselves must not be made fair, or
// nothing would be learned about their length.
runtime::Limits warmUpLimits(const SerialLengths& serial, std::uint64_t ceiling);

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
