// SPDX-License-Identifier: Apache-2.0
// The executions before a search: serial executions, which show how long an undisturbed one is, and executions that
// learn which memory threads share. They are not judged: the search finds the same failures with its own numbers.
#pragma once

#include <cstdint>

#include "explore/execution_limits.h"
#include "explore/subject.h"

namespace heddle::explore {

// The executions of a program in which threads run until they block, in order of creation and reversed.
struct SerialExecutions {
  SerialLengths lengths;
  int exitStatus = 0; // of the first
};
// Sets the limits of later executions before the search by their length. `ceiling`: --max-events.
SerialExecutions runSerially(Subject& subject, Budget& budget, std::uint64_t ceiling);

// The search begins when this many executions in a row have not learned anything, or after the maximum. An exhaustive
// search must restart whenever something is learned later, so it tries harder before.
struct WarmUpEffort {
  unsigned quiet;
  unsigned most;
};
inline constexpr WarmUpEffort kShortWarmUp{.quiet = 2, .most = 8};
inline constexpr WarmUpEffort kThoroughWarmUp{.quiet = 8, .most = 64};

struct WarmUp {
  std::uint64_t points = 1; // scheduling points of the longest execution
  SerialLengths lengths;
};
WarmUp warmUp(Subject& subject, Budget& budget, std::uint64_t seed, const WarmUpEffort& effort);

} // namespace heddle::explore
