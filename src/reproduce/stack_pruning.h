// SPDX-License-Identifier: Apache-2.0
// The pruning strategies of ConCrash (section 3.1), each on two calls that ran alone from the same state.
#pragma once

#include <array>
#include <string_view>

#include "model/failure_target.h"
#include "model/reproduction.h"
#include "reproduce/traced_runner.h"
#include "support/result.h"

namespace heddle::reproduce {

// Which rules are on.
class StackPrunings {
public:
  // Names as in model::toText(StackPruning), separated by commas.
  static Result<StackPrunings> fromText(std::string_view text);

  bool has(model::StackPruning rule) const { return on_[static_cast<std::size_t>(rule)]; }
  void set(model::StackPruning rule, bool on) { on_[static_cast<std::size_t>(rule)] = on; }

private:
  std::array<bool, model::kStackPrunings> on_{};
};

// Whether two sets of disjoint ranges by address have a byte in common.
bool overlap(const std::vector<MemoryRange>& one, const std::vector<MemoryRange>& other);

// PS-Exception: the call fails without any concurrency. One that waits does not: somebody may end its waiting.
bool failsAlone(const DetailedCall& call);

// PS-Stack: it comes to the point of failure with the calling context of the stack.
bool reachesPoint(const DetailedCall& call, unsigned targetThread);

// PS-Interfere: `other` writes what `crashing` reads before it comes to the point of failure for the last time. Freeing is
// writing.
bool interferes(const DetailedCall& other, const DetailedCall& crashing);

// Whether `other` frees, or makes null, what `crashing` reads until then: what most crashes come from.
bool destroys(const DetailedCall& other, const DetailedCall& crashing);

// How many words that `crashing` reads until then have another value after `other`.
std::size_t changedWords(const DetailedCall& other, const DetailedCall& crashing);

// PS-Interleave: some access of one that the other conflicts with can fall between, or beside, such accesses of the other;
// false when locks make one wait for all of the other.
//
// How we differ: the lock history of the paper forgets a lock once it was given back. Here each span from taking to
// giving back counts on its own, so that two spans of one lock are told apart, and two locks taken one after the other are
// not mistaken for one that is held over both.
bool canInterleave(const DetailedCall& one, const DetailedCall& other);

// The same for deadlocks: one takes two locks in an order, the other in the opposite one.
bool canDeadlock(const DetailedCall& one, const DetailedCall& other);

} // namespace heddle::reproduce
