// SPDX-License-Identifier: Apache-2.0
#include "explore/recording.h"

#include "runtime/runtime.h"

namespace heddle::explore {

model::Schedule recordedSchedule() {
  model::Schedule schedule;
  std::size_t count = 0;
  const runtime::Segment* segments = runtime::segments(&count);
  schedule.segments.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    // Whoever ran last was not switched away from.
    bool preempted = segments[i].preempted && i + 1 < count;
    schedule.segments.push_back({segments[i].thread, segments[i].events, preempted});
  }
  const runtime::ThreadId* wakes = runtime::wakes(&count);
  schedule.wakes.assign(wakes, wakes + count);
  return schedule;
}

unsigned recordedPreemptions() {
  std::size_t count = 0;
  const runtime::Segment* segments = runtime::segments(&count);
  unsigned preemptions = 0;
  for (std::size_t i = 0; i + 1 < count; ++i)
    preemptions += segments[i].preempted ? 1 : 0;
  return preemptions;
}

} // namespace heddle::explore
