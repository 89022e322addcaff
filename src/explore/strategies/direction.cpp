// SPDX-License-Identifier: Apache-2.0
#include "explore/strategies/direction.h"

#include <utility>

namespace heddle::explore {

using runtime::ThreadId;
using trace::EventIndex;

// Events know how many were counted in all when they happened. While a segment lasts, only its thread counts.
Direction::Direction(const trace::ExecutionTrace& trace, const model::Schedule& recorded)
    : threads_(trace.length()), entered_(trace.length()), isPause_(trace.length()) {
  std::vector<std::uint32_t> before(trace.threadCount()); // by thread: entered in earlier segments
  std::uint64_t start = 0;                                // counted in earlier segments
  std::size_t segment = 0;
  for (EventIndex event = 0; event < trace.length(); ++event) {
    const auto isElsewhere = [&] {
      const model::Segment& now = recorded.segments[segment];
      return now.thread != trace.thread(event) || trace.step(event) > start + now.events;
    };
    while (segment + 1 < recorded.segments.size() && isElsewhere()) {
      const model::Segment& done = recorded.segments[segment++];
      start += done.events;
      if (done.thread < before.size())
        before[done.thread] += done.events;
    }
    threads_[event] = trace.thread(event);
    isPause_[event] = trace.kind(event) == runtime::EventKind::Blocked;
    entered_[event] =
        before[trace.thread(event)] + static_cast<std::uint32_t>(trace.step(event) - start);
  }
}

// A thread that waits for others is where it is to be; it cannot enter anything else.
std::vector<Leg> Direction::follow(const std::vector<EventIndex>& order) const {
  std::vector<Leg> legs;
  for (const EventIndex event : order) {
    if (isPause_[event])
      continue;
    const Leg leg{.thread = threads_[event], .entered = entered_[event] + 1};
    if (legs.empty() || legs.back().thread != leg.thread)
      legs.push_back(leg);
    else
      legs.back() = leg;
  }
  return legs;
}

void DirectedStrategy::setCourse(std::vector<Leg> legs) {
  legs_ = std::move(legs);
  last_.fill(0);
  for (std::size_t i = 0; i < legs_.size(); ++i)
    last_[legs_[i].thread] = i + 1;
}

bool DirectedStrategy::beginExecution(std::uint64_t /*index*/) {
  leg_ = 0;
  entered_.fill(0);
  return true;
}

ThreadId DirectedStrategy::choose(const runtime::SchedulingPoint& point) {
  while (leg_ < legs_.size() && isDone(legs_[leg_], point))
    ++leg_;
  if (leg_ == legs_.size())
    return switchTo(untilBlocked(point), point);
  const ThreadId wanted = legs_[leg_].thread;
  return switchTo(point.enabled.contains(wanted) ? wanted : makeWay(point), point);
}

bool DirectedStrategy::isDone(const Leg& leg, const runtime::SchedulingPoint& point) const {
  const std::uint32_t now = leg.thread == point.current ? point.segmentEvents : 0;
  return entered_[leg.thread] + now >= leg.entered;
}

// The wanted thread waits, usually for a lock. Threads that have no leg ahead can release it without disturbing the rest.
ThreadId DirectedStrategy::makeWay(const runtime::SchedulingPoint& point) const {
  const auto isFree = [&](ThreadId thread) { return last_[thread] <= leg_; };
  const ThreadId usual = untilBlocked(point);
  if (isFree(usual))
    return usual;
  ThreadId other = runtime::kNoThread;
  forEachThread(point.enabled, [&](ThreadId thread) {
    if (other == runtime::kNoThread && isFree(thread))
      other = thread;
  });
  return other != runtime::kNoThread ? other : usual;
}

ThreadId DirectedStrategy::switchTo(ThreadId thread, const runtime::SchedulingPoint& point) {
  if (thread != point.current)
    entered_[point.current] += point.segmentEvents;
  return thread;
}

} // namespace heddle::explore
