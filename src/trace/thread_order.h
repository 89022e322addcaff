// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "trace/execution_trace.h"

namespace heddle::trace {

// Program order: the events of each thread.
class ThreadOrder {
public:
  explicit ThreadOrder(const ExecutionTrace& trace);

  unsigned threadCount() const { return static_cast<unsigned>(begins_.size() - 1); }
  // Of the trace it was made from.
  EventIndex length() const { return static_cast<EventIndex>(positions_.size()); }
  std::span<const EventIndex> events(runtime::ThreadId thread) const {
    return std::span(events_).subspan(begins_[thread], begins_[thread + 1] - begins_[thread]);
  }
  // The position of an event among those of its thread.
  std::uint32_t position(EventIndex event) const { return positions_[event]; }
  // The first event of `thread` after `event`, and the last before it; kNoEvent if there is none.
  EventIndex firstAfter(runtime::ThreadId thread, EventIndex event) const;
  EventIndex lastBefore(runtime::ThreadId thread, EventIndex event) const;

private:
  std::vector<std::size_t>
      begins_; // by thread: where its events begin in events_; one more at the end
  std::vector<EventIndex> events_;
  std::vector<std::uint32_t> positions_;
};

} // namespace heddle::trace
