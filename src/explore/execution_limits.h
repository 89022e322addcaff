// SPDX-License-Identifier: Apache-2.0
// How many events an execution may take before it is made fair, and before it is called endless. Only this file
// decides that: what is too long depends on the length of those executions of the same program or test that end.
#pragma once

#include <cstdint>

#include "model/schedule.h"
#include "runtime/runtime.h"

namespace heddle::explore {

// Whether the execution was stopped because it took too long.
bool isEndless(const runtime::Outcome& outcome);

// What is known about the executions of a program or test before the search: the warm-up of a program, or the
// linearisations of a test.
class SerialLengths {
public:
  // `limits`: the limits of the execution.
  void add(const runtime::Outcome& outcome, const runtime::Limits& limits);

  // In events; 0: none has ended. If all had to be made fair, the events after that: before, they waited in a
  // loop for as long as they were allowed to.
  std::uint64_t longest() const { return longest_ != 0 ? longest_ : longestFair_; }
  bool someEndless() const { return someEndless_; }
  // Some had to be made fair before they had the time of a long execution.
  bool mayBeLong() const { return longestFair_ != 0 && !hadLongTime_; }

  SerialLengths operator+(const SerialLengths& other) const;

private:
  std::uint64_t longest_ = 0;     // of those that ended by themselves
  std::uint64_t longestFair_ = 0; // of the others, from where they were made fair
  bool hadLongTime_ = false;
  bool someEndless_ = false;
};

// `ceiling`: how long the user is willing to wait, --max-events.

// Before anything is known.
runtime::Limits firstLimits(std::uint64_t ceiling);

// For the other executions before the search of a program. Executions that are long by themselves must not be made
// fair, because then nothing would be learned about their length.
runtime::Limits warmUpLimits(const SerialLengths& serial, std::uint64_t ceiling);

// For the linearisations of a test: they are made fair only if SerialStrategy is not asked.
runtime::Limits serialLimits(std::uint64_t ceiling);

// For a call that runs alone. A call that takes longer does not return in reasonable time.
runtime::Limits soloLimits(std::uint64_t ceiling);

// For the search.
runtime::Limits limitsFrom(const SerialLengths& serial, std::uint64_t ceiling);

// For tests in which an endless execution is not a failure, because a linearisation is endless, too.
runtime::Limits briefLimitsFrom(const SerialLengths& serial, std::uint64_t ceiling);

// For a replay of `schedule`, which says which thread runs when. An endless execution ends with its schedule.
runtime::Limits replayLimits(const model::Schedule& schedule, bool endless, std::uint64_t ceiling);

} // namespace heddle::explore
