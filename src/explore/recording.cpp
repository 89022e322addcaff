// SPDX-License-Identifier: Apache-2.0
#include "explore/recording.h"

#include "runtime/runtime.h"
#include "support/check.h"
#include "support/hash.h"

namespace heddle::explore {

model::Schedule recordedSchedule() {
  model::Schedule schedule;
  std::size_t count = 0;
  const runtime::Segment* segments = runtime::segments(&count);
  schedule.segments.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    // The thread that ran last was not switched away from.
    bool preempted = segments[i].preempted && i + 1 < count;
    schedule.segments.push_back({segments[i].thread, segments[i].events, preempted});
  }
  std::size_t pickCount = 0;
  const runtime::Pick* picks = runtime::picks(&pickCount);
  for (std::size_t i = 0; i < pickCount; ++i) {
    HEDDLE_CHECK(picks[i].segment < count)
        << "a choice in segment " << picks[i].segment << " of " << count;
    schedule.segments[picks[i].segment].picks.push_back(
        {static_cast<model::PickKind>(picks[i].kind), picks[i].value});
  }
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

std::uint64_t recordedHash() {
  Hasher hasher;
  std::size_t count = 0;
  const runtime::Segment* segments = runtime::segments(&count);
  for (std::size_t i = 0; i < count; ++i)
    hasher.add(segments[i].thread).add(segments[i].events);
  const runtime::Pick* picks = runtime::picks(&count);
  for (std::size_t i = 0; i < count; ++i)
    hasher.add(picks[i].segment).add(picks[i].value);
  return hasher.value();
}

} // namespace heddle::explore
