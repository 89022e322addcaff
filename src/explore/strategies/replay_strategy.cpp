// SPDX-License-Identifier: Apache-2.0
// Problem: repeat an execution in a process that knows nothing about the search that found it, in particular
// not which events were scheduling points.
// Idea: a schedule counts events, not points. With every event a point, the replay switches where the count
// of the segment is reached. A segment that ended because its thread could not continue does not need a count: the
// thread runs until it cannot continue. That distinguishes the point before its last operation from the point where
// that operation blocked, which have the same count.
// Paper: none; the schedule as a value follows Shuttle's.
// How we differ from a strict replay: a schedule that does not fit is followed where possible, because
// minimising tries schedules that have never been recorded. What did not fit is reported.
#include "explore/strategies/replay_strategy.h"

namespace heddle::explore {

using runtime::ThreadId;

ReplayStrategy::ReplayStrategy(model::Schedule schedule) : schedule_(std::move(schedule)) {
  for (const model::Segment& segment : schedule_.segments)
    picks_.insert(picks_.end(), segment.picks.begin(), segment.picks.end());
}

bool ReplayStrategy::beginExecution(std::uint64_t) {
  segment_ = 0;
  pick_ = 0;
  divergedAt_ = kNowhere;
  return true;
}

ThreadId ReplayStrategy::choose(const runtime::SchedulingPoint& point) {
  if (continuesAfterYield(point))
    return point.current;
  if (segment_ < schedule_.segments.size() && !keepsRunning(point)) {
    // A thread other than the scheduled one runs: at the start, or after a fair phase overruled the schedule.
    ThreadId wanted = schedule_.segments[segment_].thread;
    if (point.current != wanted && point.enabled.contains(wanted)) {
      diverge();
      return wanted;
    }
    return nextSegment(point);
  }
  return untilBlocked(point);
}

// A thread that yields is not enabled if others are, but a strategy may have continued it.
bool ReplayStrategy::continuesAfterYield(const runtime::SchedulingPoint& point) const {
  if (!point.currentYields || segment_ >= schedule_.segments.size())
    return false;
  const model::Segment& segment = schedule_.segments[segment_];
  return point.current == segment.thread && point.segmentEvents < segment.events;
}

bool ReplayStrategy::keepsRunning(const runtime::SchedulingPoint& point) const {
  const model::Segment& segment = schedule_.segments[segment_];
  if (point.current != segment.thread || !point.enabled.contains(point.current))
    return false;
  if (point.segmentEvents < segment.events)
    return true;
  // Enabled but not able to continue: a timed wait, where another thread was chosen before it timed out.
  return !segment.preempted && point.currentEnabled;
}

ThreadId ReplayStrategy::nextSegment(const runtime::SchedulingPoint& point) {
  const model::Segment& done = schedule_.segments[segment_];
  if (point.current != done.thread || point.segmentEvents != done.events)
    diverge();
  for (++segment_; segment_ < schedule_.segments.size(); ++segment_) {
    ThreadId next = schedule_.segments[segment_].thread;
    if (point.enabled.contains(next))
      return next;
    diverge();
  }
  return untilBlocked(point);
}

// Picks are consumed in order, whatever segment they were recorded in: while minimising, a candidate may reach them in
// another one.
unsigned ReplayStrategy::pick(const runtime::Choice& choice) {
  if (pick_ == picks_.size())
    return 0;
  const model::Pick& wanted = picks_[pick_++];
  for (unsigned i = 0; i < choice.count; ++i)
    if (static_cast<runtime::ChoiceKind>(wanted.kind) == choice.kind &&
        choice.threads[i] == wanted.value)
      return i;
  diverge();
  return 0;
}

void ReplayStrategy::diverge() {
  if (divergedAt_ == kNowhere)
    divergedAt_ = segment_;
}

model::Message ReplayStrategy::divergence() const {
  std::size_t count = schedule_.segments.size();
  std::size_t at = divergedAt_;
  if (at == kNowhere && count > 0 && segment_ + 1 < count)
    at = segment_;
  if (at == kNowhere)
    return {};
  return {.id = model::MessageId::LeftSchedule,
          .arguments = {std::to_string(at + 1), std::to_string(count)}};
}

} // namespace heddle::explore
