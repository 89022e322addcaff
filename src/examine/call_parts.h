// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>

#include "examine/observation.h"
#include "trace/execution_trace.h"
#include "trace/lock_spans.h"

namespace heddle::examine {

// The parts that the calls of a test consist of: a part is what a call does under one lock, or one access without a lock.
// Says which calls are weakly consistent by design (see call_parts.cpp).
class CallParts {
public:
  // A serial execution of the test.
  void add(const trace::ExecutionTrace& trace);

  // Whether weakCalls() may return some if the executions are recorded with calling contexts.
  bool someMayBeWeak() const;
  CallPlaces weakCalls() const;
  // Whether something was different after the call.
  bool changes(CallPlace call) const;
  // Whether the call changed anything in a way that a weakly consistent call may not.
  bool actsOnWhatItSaw(CallPlace call) const;

private:
  // What a call reads with atomic operations in one execution.
  struct Looks {
    std::uintptr_t first = 0, last = 0;
    unsigned ofFirst = 0;
  };
  struct Word {
    std::uint64_t before = 0; // the value when the call first wrote it
    std::uint64_t now = 0;
    bool isKnown = true;   // otherwise neither value is
    bool differed = false; // the values, at some time
    bool isAtomic = true;  // otherwise it is not a lock
    unsigned restored = 0; // how often it had its first value again
  };
  // The steps of a call without locks, in one execution: operations that change an atomic variable that they read.
  struct Steps {
    bool began = false;       // it has made one
    bool areApart = true;     // nothing but other calls between two steps can have an influence
    unsigned unpublished = 0; // atomic stores since the last step
    std::size_t turn = 0;     // in which its last event was
    std::set<std::uintptr_t> seen;  // what it has read and not changed since
    std::set<std::uintptr_t> stale; // those of `seen` that others have changed
  };
  struct Call {
    std::map<std::uintptr_t, unsigned> locks; // and how often it took them while it held none
    std::set<std::uint32_t> contexts;         // in which it did so
    std::size_t accesses = 0;                 // without a lock
    bool isWhole = true;                      // in every execution it was one part
    bool changes = false;                     // something is different afterwards
    bool notifies = false;
    bool hasSteps = true;   // in every execution in which it changed something (see call_parts.cpp)
    bool validates = false; // at the end it looks again at what it looked at first
    std::map<std::uintptr_t, unsigned>
        ownLocks; // words that it changes and restores, and how often
  };

  static void look(Looks& looks, std::uintptr_t address);
  void addEvent(const trace::ExecutionTrace& trace,
                const trace::LockSpans& spans,
                trace::EventIndex event,
                Call& call,
                std::unordered_map<std::uintptr_t, Word>& words);
  static void addStep(const trace::ExecutionTrace& trace,
                      trace::EventIndex event,
                      std::size_t turn,
                      Steps& steps);
  static bool isBulk(const Call& call);
  static bool isStepwise(const Call& call);
  bool isWeak(CallPlace place, const Call& call) const;
  bool othersAreWhole(CallPlace place) const;

  std::map<CallPlace, Call> calls_;
};

} // namespace heddle::examine
