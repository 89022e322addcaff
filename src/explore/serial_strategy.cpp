// SPDX-License-Identifier: Apache-2.0
// Problem: the linearisations of a test's calls, as executions. The class under test is its own specification:
// what it does when its calls run one after the other is right.
// Idea: depth-first search over the choices that remain when a lane (a thread of the test) runs whole calls: which lane
// begins its next call, which waiter is woken, whether a timed wait expires.
// Blocking calls have no place in a plain linearisation. Maximal progress: a call that cannot go on is put off, others
// run, and from the moment it can go on again it is one of the options wherever another call could begin.
// Threads that the class started run until they block between calls: the default schedule, no choice.
//
// More options mean more allowed results and never a false alarm, so where a rule is in doubt there is an option
// more. What is cut off by a bound (endless polling, spinning) is said: leftSomethingOut.
#include "explore/serial_strategy.h"

#include <algorithm>

#include "runtime/calls.h"

namespace heddle::explore {

using runtime::EventKind;
using runtime::kNoThread;
using runtime::ThreadId;

namespace {

// A call that comes to this many points without ending probably waits in a loop for another call. Arbitrary; far
// below the runtime's fairAfterEvents.
constexpr unsigned kLongTurn = 1500;
constexpr unsigned kMostTurnsOfTheClass = 16; // a thread that only yields would keep the lanes out
constexpr unsigned kMostExpiries = 3;         // more time-outs in a row are polling
constexpr std::size_t kMostChoices = 64;

bool isWait(EventKind kind) {
  switch (kind) {
  case EventKind::CondWait:
  case EventKind::FutexWait:
  case EventKind::SemaphoreWait:
  case EventKind::BarrierWait:
  case EventKind::Sleep:
    return true;
  default:
    return false;
  }
}

bool isLane(ThreadId thread) {
  for (unsigned lane = 1; lane <= abi::kMaxLanes; ++lane)
    if (runtime::laneThread(lane) == thread)
      return true;
  return false;
}

} // namespace

bool SerialStrategy::beginExecution(std::uint64_t) {
  if (started_) {
    while (!stack_.empty() && stack_.back().index + 1 == stack_.back().count)
      stack_.pop_back();
    if (stack_.empty())
      return false;
    ++stack_.back().index;
  }
  started_ = true;
  depth_ = 0;
  pointsInTurn_ = turnsOfTheClass_ = expiries_ = 0;
  return true;
}

ThreadId SerialStrategy::choose(const runtime::SchedulingPoint& point) {
  if (staysWithCurrent(point))
    return point.current;
  pointsInTurn_ = 0;
  ThreadId thread = chooseOutsideLanes(point);
  return thread != kNoThread ? thread : chooseLane(point);
}

bool SerialStrategy::staysWithCurrent(const runtime::SchedulingPoint& point) {
  if (!point.currentEnabled || point.currentYields)
    return false;
  if (point.pending[point.current].kind == EventKind::CallBegin)
    return false;
  return ++pointsInTurn_ < kLongTurn;
}

// New threads come to their first call or wait, threads of the class run until they block, main goes on.
ThreadId SerialStrategy::chooseOutsideLanes(const runtime::SchedulingPoint& point) {
  ThreadId starting = kNoThread;
  ThreadId ofTheClass = kNoThread;
  forEachThread(point.enabled, [&](ThreadId thread) {
    EventKind kind = point.pending[thread].kind;
    if (kind == EventKind::ThreadStart)
      starting = starting == kNoThread ? thread : starting;
    else if (thread != 0 && !isWait(kind) && !isLane(thread) &&
             (ofTheClass == kNoThread || (ofTheClass <= point.current && thread > point.current)))
      ofTheClass = thread;
  });
  if (starting != kNoThread)
    return starting;
  if (ofTheClass != kNoThread && turnsOfTheClass_ < kMostTurnsOfTheClass) {
    ++turnsOfTheClass_;
    return ofTheClass;
  }
  if (!point.enabled.contains(0))
    return kNoThread;
  turnsOfTheClass_ = 0;
  return 0;
}

ThreadId SerialStrategy::chooseLane(const runtime::SchedulingPoint& point) {
  Lanes lanes;
  unsigned count = lanesThatMayRun(point, lanes);
  if (count == 0)
    return nextInCircle(point.enabled, point.current);
  const Option& chosen = lanes[count == 1 ? 0 : decide(count)];
  expiries_ += chosen.expires ? 1 : 0;
  turnsOfTheClass_ = 0;
  return chosen.thread;
}

// In the order in which they are tried: those that go on before those whose wait would expire.
unsigned SerialStrategy::lanesThatMayRun(const runtime::SchedulingPoint& point, Lanes& lanes) {
  unsigned first = std::max(options_.firstLane, 1u);
  unsigned count = 0;
  bool currentSpins = point.currentEnabled && isLane(point.current) &&
                      point.pending[point.current].kind != EventKind::CallBegin;
  bool leftCurrent = false;
  for (bool expiring : {false, true}) {
    for (unsigned i = 0; i < abi::kMaxLanes; ++i) {
      ThreadId thread = runtime::laneThread((first - 1 + i) % abi::kMaxLanes + 1);
      if (!point.enabled.contains(thread) || isWait(point.pending[thread].kind) != expiring)
        continue;
      if (expiring && count > 0 && expiries_ >= kMostExpiries)
        cut_ = true;
      else if (currentSpins && thread == point.current)
        leftCurrent = true;
      else
        lanes[count++] = {.thread = thread, .expires = expiring};
    }
  }
  if (count == 0 && leftCurrent)
    lanes[count++] = {.thread = point.current, .expires = false};
  return count;
}

unsigned SerialStrategy::pick(const runtime::Choice& choice) {
  return decide(choice.count);
}

unsigned SerialStrategy::decide(unsigned count) {
  if (depth_ == kMostChoices) {
    cut_ = true;
    return 0;
  }
  if (depth_ == stack_.size())
    stack_.push_back({.index = 0, .count = count});
  const Choice& choice = stack_[depth_++];
  cut_ = cut_ || choice.count != count; // it did not repeat itself
  return std::min(choice.index, count - 1);
}

} // namespace heddle::explore
