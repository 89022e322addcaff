// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "trace/execution_trace.h"
#include "trace/thread_order.h"

namespace heddle::trace {

enum class SyncKind : std::uint8_t {
  Create, // a thread is created -> its first event
  Join,   // the last event of a thread -> it has been joined
  WakeUp, // a waiting thread is notified -> its next event: conditions, futexes, barriers
};

// `from` made `to` possible: in no execution with the same operations can `to` come first.
struct SyncEdge {
  SyncKind kind;
  EventIndex from, to;
  bool operator==(const SyncEdge&) const = default;
};

// In order of `from` for Create and WakeUp, of `to` for Join. Locks, semaphores and atomics are not among them: which
// release an acquisition follows is a matter of the schedule.
std::vector<SyncEdge> syncEdges(const ExecutionTrace& trace, const ThreadOrder& order);

} // namespace heddle::trace
