// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "trace/execution_trace.h"
#include "trace/locations.h"

namespace heddle::trace {

// Which writes the reads of a trace return.
class ReadsFrom {
public:
  ReadsFrom(const ExecutionTrace& trace, const Locations& locations);

  // The writes whose bytes `read` returns, each once, by address; kNoEvent represents values from before the trace
  // began, or written by code that is not instrumented. Empty for an event that does not read.
  std::span<const EventIndex> writers(EventIndex read) const {
    return std::span(writers_).subspan(begins_[read], begins_[read + 1] - begins_[read]);
  }
  // The latest of them. kNoEvent: the initial value.
  EventIndex writer(EventIndex read) const;

private:
  std::vector<std::size_t> begins_; // by event; one more at the end
  std::vector<EventIndex> writers_;
};

} // namespace heddle::trace
