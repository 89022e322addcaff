// SPDX-License-Identifier: Apache-2.0
#include "trace/thread_order.h"

#include <algorithm>

namespace heddle::trace {

ThreadOrder::ThreadOrder(const ExecutionTrace& trace)
    : begins_(trace.threadCount() + 1), events_(trace.length()), positions_(trace.length()) {
  for (EventIndex event = 0; event < trace.length(); ++event)
    positions_[event] = static_cast<std::uint32_t>(begins_[trace.thread(event) + 1]++);
  for (std::size_t i = 1; i < begins_.size(); ++i)
    begins_[i] += begins_[i - 1];
  for (EventIndex event = 0; event < trace.length(); ++event)
    events_[begins_[trace.thread(event)] + positions_[event]] = event;
}

EventIndex ThreadOrder::firstAfter(runtime::ThreadId thread, EventIndex event) const {
  if (thread >= threadCount())
    return kNoEvent;
  std::span<const EventIndex> own = events(thread);
  auto found = std::ranges::upper_bound(own, event);
  return found == own.end() ? kNoEvent : *found;
}

EventIndex ThreadOrder::lastBefore(runtime::ThreadId thread, EventIndex event) const {
  if (thread >= threadCount())
    return kNoEvent;
  std::span<const EventIndex> own = events(thread);
  auto found = std::ranges::lower_bound(own, event);
  return found == own.begin() ? kNoEvent : *std::prev(found);
}

} // namespace heddle::trace
