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

// `from` made `to` possible: `to` cannot come first in any execution with the same operations.
struct SyncEdge {
  SyncKind kind;
  EventIndex from, to;
  bool operator==(const SyncEdge&) const = default;
};

// Sorted by `from` for Create and WakeUp, by `to` for Join. Locks, semaphores and atomics are not included: the
// schedule decides which release an acquisition follows.
std::vector<SyncEdge> syncEdges(const ExecutionTrace& trace, const ThreadOrder& order);

} // namespace heddle::trace
