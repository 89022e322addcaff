// SPDX-License-Identifier: Apache-2.0
// The interface between an exploration and the strategies that choose schedules.
//
// A Strategy lives across executions. For each one the exploration calls beginExecution, runs the subject (from the
// subject's start, or from the checkpoint that the strategy names), and calls endExecution. During the execution the
// runtime calls choose and pick. choose is on the hot path: a few nanoseconds, no allocation.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/runtime.h"

namespace heddle::trace {
class ExecutionTrace;
}

namespace heddle::explore {

// An execution that has just ended.
struct Ended {
  const runtime::Outcome& outcome;
  const trace::ExecutionTrace* trace = nullptr; // of an execution for which wantsTrace() held
};

// How the execution counts.
enum class Ending : std::uint8_t {
  Counted,   // one execution of this job
  NotMine,   // it belongs to another job, which runs and judges it too
  Skipped,   // it was left immediately, because it killed an earlier process
  Prepared,  // it prepares the search, like the warm-up; it counts only if it fails
  Restarted, // the search starts again: everything counted so far will be run again
};

// What a strategy intends to cover, by keys that mean the same in every search of a run.
struct Requirements {
  std::vector<std::uint64_t> predicted;
  std::vector<std::uint64_t> covered;
};

class Strategy : public runtime::Chooser {
public:
  static constexpr unsigned kSubjectStart = ~0u;

  virtual ~Strategy() = default;

  // Prepares execution number `index`; false if there is nothing left to explore.
  virtual bool beginExecution(std::uint64_t index) = 0;

  // Valid after beginExecution: the checkpoint from which the execution may continue, or kSubjectStart; and whether
  // endExecution needs its trace. An execution of which a complete trace is wanted runs from the start nevertheless.
  virtual unsigned checkpoint() const { return kSubjectStart; }
  virtual bool wantsTrace() const { return false; }
  // Whether endExecution will return Prepared.
  virtual bool prepares() const { return false; }

  virtual Ending endExecution(const Ended&) { return Ending::Counted; }

  // Valid after beginExecution: what receives the events of the execution, control flow included; null: nothing. It does not
  // receive those of an execution whose trace is wanted. It may abandon the execution.
  virtual runtime::EventSink* watcher() { return nullptr; }

  // Whether it must be asked even if only one thread is enabled, because it watches what threads do.
  virtual bool watchesAll() const { return false; }

  // Null: the strategy has none.
  virtual const Requirements* requirements() const { return nullptr; }

  // Whether something prevented the search from visiting everything it promises: "verified" would be wrong.
  virtual bool leftSomethingOut() const { return false; }
};

// The next member of `set` after `thread`, in a circle. Requires a non-empty set.
inline runtime::ThreadId nextInCircle(const runtime::ThreadSet& set, runtime::ThreadId thread) {
  runtime::ThreadId next = set.next(thread);
  return next == runtime::kNoThread ? set.first() : next;
}

// The default schedule: the current thread runs until it cannot continue, then the thread that was created first.
inline runtime::ThreadId untilBlocked(const runtime::SchedulingPoint& point) {
  return point.enabled.contains(point.current) ? point.current : point.enabled.first();
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
