// SPDX-License-Identifier: Apache-2.0
// Problem: see whether a predicted pattern can happen, and what comes of it.
// Idea: directed execution. The lane of the first access runs until it has made it, then the lane of the second, and
// so on; after the last, threads run until blocked. A lane that blocks lets the other go on; a lane that takes another
// path and never comes to its access has been interfered with: the pattern is then not covered. A lane that holds a
// lock which the next access needs first gives it back.
// Paper: AutoConTest, section 4.4 (active testing after predictive analysis). How we differ: which lane runs first
// decides what each of them finds, so there are two approaches to the same pattern.
#include "explore/active_strategy.h"

#include <algorithm>

#include "runtime/calls.h"

namespace heddle::explore {

using runtime::EventKind;
using runtime::kNoThread;
using runtime::ThreadId;

void ActiveStrategy::aimAt(const AccessPattern& pattern,
                           const LaneTrace& one,
                           const LaneTrace& other,
                           unsigned firstLane,
                           unsigned secondLane,
                           Approach approach) {
  auto targetOf = [&](const PatternStep& step) {
    const LaneTrace& trace = step.lane == 0 ? one : other;
    const LaneAccess& access = trace.accesses[step.access];
    return Target{.lane = step.lane == 0 ? firstLane : secondLane,
                  .site = access.site,
                  .address = access.address,
                  .occurrence = access.occurrence,
                  .held = &trace.held(access)};
  };
  count_ = 0;
  if (approach == Approach::BothFirst) {
    targets_[count_] = targetOf(pattern.steps[1]); // the first step of the second lane
    targets_[count_++].stopBefore = true;
  }
  for (unsigned i = 0; i < pattern.length; ++i)
    targets_[count_++] = targetOf(pattern.steps[i]);
}

bool ActiveStrategy::beginExecution(std::uint64_t) {
  at_ = 0;
  for (Target& target : targets_)
    target.passed = 0;
  return true;
}

ThreadId ActiveStrategy::choose(const runtime::SchedulingPoint& point) {
  if (ThreadId starting = startLanes(point); starting != kNoThread)
    return starting;
  while (at_ < count_) {
    Target& target = targets_[at_];
    ThreadId wanted = runtime::laneThread(target.lane);
    if (!point.enabled.contains(wanted) || isInTheWay(point.current, point))
      break;
    bool isThere = isAbout(target, point.pending[wanted]) && target.passed == target.occurrence;
    if (isThere)
      ++at_;
    if (!isThere || !target.stopBefore)
      return pass(wanted, point);
  }
  ThreadId next = point.enabled.contains(point.current) ? point.current : point.enabled.first();
  return pass(next, point);
}

// Lanes come to their first call, so that it is known which threads they are; main goes on while it can.
ThreadId ActiveStrategy::startLanes(const runtime::SchedulingPoint& point) const {
  if (point.enabled.contains(0))
    return 0;
  ThreadId starting = kNoThread;
  forEachThread(point.enabled, [&](ThreadId thread) {
    if (point.pending[thread].kind == EventKind::ThreadStart)
      starting = thread;
  });
  return starting;
}

bool ActiveStrategy::isAbout(const Target& target, const runtime::PendingOperation& pending) const {
  return pending.site == target.site && pending.address == target.address;
}

// Whether `thread`, another than the one wanted, holds a lock that the next access needs and can give it back first. To
// wait for that would do too, but a lane that only tries the lock would give up.
bool ActiveStrategy::isInTheWay(ThreadId thread, const runtime::SchedulingPoint& point) const {
  constexpr unsigned kMostHeld = 64;
  static runtime::HeldLock locks[kMostHeld]; // large, and the subject's stack is not ours
  const Target& target = targets_[at_];
  if (target.held->empty() || !point.enabled.contains(thread) ||
      thread == runtime::laneThread(target.lane))
    return false;
  for (unsigned i = at_ + 1; i < count_; ++i)
    if (isAbout(targets_[i], point.pending[thread]))
      return false;
  unsigned count = runtime::heldLocks(locks, kMostHeld);
  return std::any_of(locks, locks + count, [&](const runtime::HeldLock& lock) {
    return lock.thread == thread &&
           std::ranges::find(*target.held, lock.address, &HeldSpan::lock) != target.held->end();
  });
}

// `thread` goes on: counts the accesses it makes by that.
ThreadId ActiveStrategy::pass(ThreadId thread, const runtime::SchedulingPoint& point) {
  for (unsigned i = 0; i < count_; ++i) {
    Target& target = targets_[i];
    if (isAbout(target, point.pending[thread]) && runtime::laneThread(target.lane) == thread)
      ++target.passed;
  }
  return thread;
}

} // namespace heddle::explore
