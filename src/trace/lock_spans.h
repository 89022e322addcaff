// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "trace/execution_trace.h"

namespace heddle::trace {

// A lock from the time a thread takes it until the thread releases it. A recursive lock is one span, from the outermost
// lock to the last unlock. A wait on a condition ends the span of its mutex and begins another.
struct LockSpan {
  std::uintptr_t lock;
  runtime::ThreadId thread;
  bool shared;         // held by a reader
  EventIndex acquired; // kNoEvent: before the trace begins; then only the end of the span is known
  EventIndex released; // kNoEvent: held to the end of the trace
};

// A span without its trace: the part that can be compared with spans of other executions.
struct HeldSpan {
  std::uintptr_t lock;
  std::uint32_t number; // distinguishes two spans of the same lock in one execution
  bool shared;          // held by a reader
  bool operator==(const HeldSpan&) const = default;

  // Whether no thread can be in `other` at the same time.
  bool excludes(const HeldSpan& other) const {
    return lock == other.lock && !(shared && other.shared);
  }
};

class LockSpans {
public:
  explicit LockSpans(const ExecutionTrace& trace);

  // Sorted by their beginning.
  const std::vector<LockSpan>& all() const { return spans_; }
  // The spans that contain an event, outermost first, as indices into all(). The event that takes or releases a lock
  // is inside.
  std::span<const std::uint32_t> heldAt(EventIndex event) const { return sets_[setOf_[event]]; }
  // Number of that set: equal for the events of one thread between which no lock is taken or released; 0 is empty.
  std::uint32_t lockSet(EventIndex event) const { return setOf_[event]; }
  std::uint32_t lockSetCount() const { return static_cast<std::uint32_t>(sets_.size()); }
  // The spans of a set, outermost first.
  std::vector<HeldSpan> spansOf(std::uint32_t lockSet) const;

private:
  struct Held {
    std::uint32_t span;
    unsigned depth;
  };
  struct Thread {
    std::vector<Held> held;
    std::uint32_t set = 0;
    std::uintptr_t waitMutex = 0; // of the condition wait it is in
    unsigned waitDepth = 0;
  };

  void visit(const ExecutionTrace& trace, EventIndex event, Thread& thread);
  void take(Thread& thread, const LockSpan& span, unsigned depth = 1);
  // Ends the span when the depth reaches 0; returns the depth before.
  unsigned give(Thread& thread, const LockSpan& open, unsigned levels);
  void renewSet(Thread& thread);

  std::vector<LockSpan> spans_;
  std::vector<std::uint32_t> setOf_; // by event
  std::vector<std::vector<std::uint32_t>> sets_ = {{}};
  std::map<std::vector<std::uint32_t>, std::uint32_t> setNumbers_;
};

} // namespace heddle::trace
