// SPDX-License-Identifier: Apache-2.0
// The pruning strategies of ConCrash (section 3.1), each on two calls that ran alone from the same state.
#pragma once

#include <array>
#include <string_view>

#include "model/failure_target.h"
#include "model/forms/enum_set.h"
#include "model/lists/prunings.h"
#include "reproduce/traced_runner.h"
#include "support/result.h"

namespace heddle::reproduce {

// The rules that are on.
using StackPrunings = model::EnumSet<model::StackPruning>;

// Whether two sets of disjoint ranges, sorted by address, have a byte in common.
bool overlap(const std::vector<MemoryRange>& one, const std::vector<MemoryRange>& other);

// PS-Exception: the call fails without any concurrency. A call that waits does not: another call may end the wait.
bool failsAlone(const DetailedCall& call);

// PS-Stack: it reaches the point of failure with the calling context of the stack.
bool reachesPoint(const DetailedCall& call, unsigned targetThread);

// PS-Interfere: `other` writes what `crashing` reads before it reaches the point of failure for the last time. Freeing
// is writing.
bool interferes(const DetailedCall& other, const DetailedCall& crashing);

// Whether `other` frees, or makes null, what `crashing` reads until then: the cause of most crashes.
bool destroys(const DetailedCall& other, const DetailedCall& crashing);

// How many words that `crashing` reads until then have another value after `other`.
std::size_t changedWords(const DetailedCall& other, const DetailedCall& crashing);

// A hash of what both calls use: which accesses of each meet a write of the other, and which locks they share. Two pairs
// of calls with equal traces and equal common use have the same interleavings.
std::uint64_t commonUse(const DetailedCall& one, const DetailedCall& other);

// PS-Interleave: an access of one call that conflicts with the other can happen between, or in parallel with, such
// accesses of the other; false if locks make one wait for all of the other.
//
// How we differ: the lock history of the paper forgets a lock once it was released. Here each span from acquiring to
// releasing counts separately, so that two spans of one lock are distinguished, and two locks taken one after the other
// are not mistaken for one that is held over both.
bool canInterleave(const DetailedCall& one, const DetailedCall& other);

// The same for deadlocks: one call takes two locks in one order, the other in the opposite order.
bool canDeadlock(const DetailedCall& one, const DetailedCall& other);

} // namespace heddle::reproduce
