// SPDX-License-Identifier: Apache-2.0
// The seam between the explorer and the ways of picking schedules.
//
// A Strategy lives across executions. For each one the explorer calls beginExecution, runs the subject
// (from the start, or from the checkpoint the strategy names), during which the runtime calls choose and
// pickWaiter, and calls endExecution. choose is on the hot path: a few nanoseconds, no allocation.
#pragma once

#include <cstdint>

#include "runtime/runtime.h"

namespace heddle::explore {

// What an execution that has just ended is worth.
enum class Ending : std::uint8_t {
  Counted,   // one execution of this job
  NotMine,   // it belongs to another job, which runs and judges it too
  Restarted, // the search starts again: everything counted so far will be run again
};

class Strategy : public runtime::Chooser {
public:
  static constexpr unsigned kFromStart = ~0u;

  virtual ~Strategy() = default;

  // One of the executions that came before the search, the same in every job.
  virtual void observeWarmUp(const runtime::Outcome&) {}

  // Prepares execution number `index`; false when there is nothing left to explore.
  virtual bool beginExecution(std::uint64_t index) = 0;

  // The checkpoint the execution continues from, or kFromStart. Valid after beginExecution.
  virtual unsigned resumeSlot() const { return kFromStart; }

  virtual Ending endExecution(const runtime::Outcome&) { return Ending::Counted; }

  // Whether execution n can be run without those before it.
  virtual bool seekable() const { return true; }

  // Whether something kept the search from visiting all it promises: "verified" would be wrong.
  virtual bool leftSomethingOut() const { return false; }
};

// The next member of `set` after `thread`, in a circle. Requires a non-empty set.
inline runtime::ThreadId nextInCircle(const runtime::ThreadSet& set, runtime::ThreadId thread) {
  runtime::ThreadId next = set.next(thread);
  return next == runtime::kNoThread ? set.first() : next;
}

// Calls `visit` for each member. Stops after the last without searching the empty rest of the set.
template <typename Visitor>
void forEachThread(const runtime::ThreadSet& set, Visitor visit) {
  runtime::ThreadId thread = runtime::kNoThread;
  for (unsigned left = set.size(); left > 0; --left) {
    thread = thread == runtime::kNoThread ? set.first() : set.next(thread);
    visit(thread);
  }
}

} // namespace heddle::explore
