// SPDX-License-Identifier: Apache-2.0
#include "explore/schedule_edits.h"

#include <algorithm>
#include <unordered_map>

#include "support/check.h"

namespace heddle::explore {

using model::Schedule;
using model::Segment;

namespace {

// The thread of `segment` continues with what it does in `more`.
void extend(Segment& segment, const Segment& more) {
  segment.events += more.events;
  segment.preempted = more.preempted;
  segment.picks.insert(segment.picks.end(), more.picks.begin(), more.picks.end());
}

// Appends, and joins neighbours of the same thread.
void append(Schedule& schedule, const Segment& segment) {
  if (schedule.segments.empty() || schedule.segments.back().thread != segment.thread) {
    schedule.segments.push_back(segment);
    return;
  }
  extend(schedule.segments.back(), segment);
}

Schedule joined(const Schedule& schedule) {
  Schedule result;
  result.segments.reserve(schedule.segments.size());
  for (const Segment& segment : schedule.segments)
    append(result, segment);
  if (!result.segments.empty())
    result.segments.back().preempted = false;
  return result;
}

void checkPositions(const Schedule& schedule, const std::vector<std::size_t>& segments) {
  HEDDLE_CHECK(std::ranges::is_sorted(segments)) << "positions of segments are not ascending";
  HEDDLE_CHECK(segments.empty() || segments.back() < schedule.segments.size())
      << "segment " << segments.back() << " of a schedule with " << schedule.segments.size();
}

bool isOneOf(std::size_t segment, const std::vector<std::size_t>& segments) {
  return std::ranges::binary_search(segments, segment);
}

} // namespace

std::vector<std::size_t> preemptedSegments(const Schedule& schedule) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < schedule.segments.size(); ++i)
    if (schedule.segments[i].preempted)
      result.push_back(i);
  return result;
}

Schedule continuedAtOnce(const Schedule& schedule, const std::vector<std::size_t>& segments) {
  checkPositions(schedule, segments);
  Schedule result;
  std::unordered_map<std::uint16_t, std::size_t> open; // thread -> its segment that waits for more
  for (std::size_t i = 0; i < schedule.segments.size(); ++i) {
    const Segment& segment = schedule.segments[i];
    auto found = open.find(segment.thread);
    std::size_t at = result.segments.size();
    if (found != open.end()) {
      at = found->second;
      extend(result.segments[at], segment);
      open.erase(found);
    } else {
      result.segments.push_back(segment);
    }
    if (isOneOf(i, segments))
      open[segment.thread] = at;
  }
  for (const auto& [thread, at] : open)
    result.segments[at].preempted = false;
  result = joined(result);
  HEDDLE_CHECK(model::events(result) == model::events(schedule))
      << "events are lost when a thread continues immediately";
  return result;
}

Schedule putOff(const Schedule& schedule, const std::vector<std::size_t>& segments) {
  checkPositions(schedule, segments);
  Schedule result;
  std::unordered_map<std::uint16_t, Segment> owed; // thread -> what was postponed
  std::vector<std::uint16_t> order;                // threads in `owed`, oldest first
  for (std::size_t i = 0; i < schedule.segments.size(); ++i) {
    Segment segment = schedule.segments[i];
    if (isOneOf(i, segments)) {
      extend(owed[segment.thread], segment);
      order.push_back(segment.thread);
      continue;
    }
    if (auto found = owed.find(segment.thread); found != owed.end()) {
      extend(found->second, segment);
      segment.events = found->second.events;
      segment.picks = std::move(found->second.picks);
      owed.erase(found);
    }
    result.segments.push_back(std::move(segment));
  }
  for (std::uint16_t thread : order)
    if (auto found = owed.find(thread); found != owed.end()) {
      result.segments.push_back({thread, 0, false, std::move(found->second.picks)});
      owed.erase(found);
    }
  return joined(result);
}

Schedule withoutSegment(const Schedule& schedule, std::size_t segment) {
  HEDDLE_CHECK(segment < schedule.segments.size())
      << "segment " << segment << " of a schedule with " << schedule.segments.size();
  Schedule result = schedule;
  result.segments.erase(result.segments.begin() + static_cast<std::ptrdiff_t>(segment));
  return joined(result);
}

Schedule withoutThread(const Schedule& schedule, std::uint16_t thread) {
  HEDDLE_CHECK(thread != 0) << "a schedule cannot do without the main thread";
  Schedule result = schedule;
  std::erase_if(result.segments, [&](const Segment& segment) { return segment.thread == thread; });
  return joined(result);
}

} // namespace heddle::explore
