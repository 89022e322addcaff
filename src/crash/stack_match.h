// SPDX-License-Identifier: Apache-2.0
// Compares the given stack with one that a search produced: is this the same failure?
//
// Both are reduced to the user's frames from the point of failure out to the crashing method. Frames may be missing on
// either side (inlined there, not here), so the functions must match as subsequences that agree at both ends. Lines
// count if both sides have them. A stack of an older version has different lines, so a different line is reported but
// does not prevent a match.
#pragma once

#include <cstdint>
#include <vector>

#include "model/crash_stack.h"

namespace heddle::crash {

struct StackMatch {
  bool sameFailure = false;     // the point of failure is in the same function
  bool sameMethod = false;      // and so is the crashing method
  std::size_t matched = 0;      // frames that are on both sides, in order
  std::size_t missing = 0;      // frames of the given stack that are not on the other
  std::uint32_t linesApart = 0; // at the point of failure; 0 when equal or unknown

  bool isMatch() const { return sameFailure && sameMethod; }
};

// Frames innermost first; `given` and `found` from the point of failure to the crashing method, both included.
StackMatch matchStacks(const std::vector<model::CrashFrame>& given,
                       const std::vector<model::CrashFrame>& found);

// The user's frames of a stack from index `first` to `last`, both included.
std::vector<model::CrashFrame>
userFrames(const model::ThreadStack& stack, std::size_t first, std::size_t last);

} // namespace heddle::crash
