// SPDX-License-Identifier: Apache-2.0
// What static analysis did not know and had to assume. Assumptions cost pruning, never a missed pair; a run reports how many there were.
#pragma once

namespace heddle::analysis {

struct Assumptions {
  unsigned unresolvedCalls =
      0; // indirect calls that may enter any function whose address unknown code has
  unsigned unknownFunctions = 0; // library functions that may keep their arguments and call back
  unsigned unknownAccesses = 0;  // accesses that may touch any memory that unknown code knows
  unsigned unknownLocks =
      0; // acquisitions of locks that are not identified: they do not count as common locks
  unsigned unknownThreads = 0;         // creations of threads whose start function is not known
  unsigned modulesSkipped = 0;         // modules without a graph
  bool ignoredSynchronisation = false; // the program is too large for locksets and thread order
};

} // namespace heddle::analysis
