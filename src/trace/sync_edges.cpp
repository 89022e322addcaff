// SPDX-License-Identifier: Apache-2.0
#include "trace/sync_edges.h"

#include "support/check.h"

namespace heddle::trace {

using runtime::EventKind;

std::vector<SyncEdge> syncEdges(const ExecutionTrace& trace, const ThreadOrder& order) {
  HEDDLE_CHECK(order.length() == trace.length()) << "the program order of another trace";
  std::vector<SyncEdge> edges;
  auto add = [&](SyncKind kind, EventIndex from, EventIndex to) {
    if (from != kNoEvent && to != kNoEvent)
      edges.push_back({kind, from, to});
  };
  for (EventIndex event = 0; event < trace.length(); ++event) {
    auto other = static_cast<runtime::ThreadId>(trace.value(event));
    switch (trace.kind(event)) {
    case EventKind::ThreadCreate:
      add(SyncKind::Create, event, order.firstAfter(other, event));
      break;
    case EventKind::ThreadJoin:
      add(SyncKind::Join, order.lastBefore(other, event), event);
      break;
    case EventKind::WakeUp:
      add(SyncKind::WakeUp, event, order.firstAfter(other, event));
      break;
    default:
      break;
    }
  }
  return edges;
}

} // namespace heddle::trace
