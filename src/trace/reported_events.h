// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "trace/execution_trace.h"

namespace heddle::trace {

// The events that a report can use: synchronisation, accesses to memory that several threads touch, and the function
// calls around them. In order of time, except that a function entry comes right before the first event inside.
struct ReportedEvents {
  // Longer lists lose their middle: the beginning introduces the threads, the end shows the failure.
  static constexpr std::size_t kFirst = 1'000;
  static constexpr std::size_t kMost = 200'000;

  std::vector<EventIndex> events;
  std::uint64_t leftOut = 0;
};

ReportedEvents reportedEvents(const ExecutionTrace& trace);

} // namespace heddle::trace
