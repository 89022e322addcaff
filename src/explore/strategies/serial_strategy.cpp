// SPDX-License-Identifier: Apache-2.0
// Problem: the linearisations of a test's calls, as executions. The class under test is its own specification:
// what it does when its calls run one after the other is correct.
// Idea: depth-first search over the choices that remain when a lane (a thread of the test) runs whole calls: which lane
// begins its next call, which waiter is woken, whether a timed wait expires.
// A plain linearisation cannot contain blocking calls. Maximal progress: a call that cannot continue is postponed, and
// others run. As soon as it can continue, it is one of the options wherever another call could begin.
// A call that waits in a loop (it spins, yields, sleeps or backs off) cannot be distinguished from one that is merely
// long. It runs alone for as long as any call may reasonably take. If it has not ended then, it is postponed like a
// blocked one, and gets another turn when another call has ended or blocked. If all remaining calls have spun like that
// several times in turn, each after the others, the execution is endless.
// Threads that the class started run until they block, between calls and when a call yields or sleeps: the default
// schedule, no choice.
//
// More options mean more allowed results and never a false alarm, so if a rule is in doubt there is one more
// option. If a bound cuts something off (endless polling), leftSomethingOut says so.
#include "explore/strategies/serial_strategy.h"

#include <algorithm>

#include "runtime/calls.h"
#include "support/check.h"

namespace heddle::explore {

using runtime::EventKind;
using runtime::kNoThread;
using runtime::ThreadId;

namespace {

// Events for which a call runs alone. Usual calls take less than a thousand, so nearly all that get here spin. After
// the first one that used all of the patient turn in vain, others are postponed sooner.
constexpr std::uint64_t kPatientTurn = 100'000;
constexpr std::uint64_t kSpinningTurn = 10'000;
// Calls may answer each other through flags, one step in each turn. Arbitrary.
constexpr unsigned kMostFutileRounds = 6;
constexpr unsigned kMostTurnsOfTheClass = 16; // a thread that only yields would starve the lanes
constexpr unsigned kMostExpiries = 3;         // more time-outs in a row are polling
constexpr std::size_t kMostChoices = 64;

bool isWait(EventKind kind) {
  switch (kind) {
  case EventKind::CondWait:
  case EventKind::FutexWait:
  case EventKind::SemaphoreWait:
  case EventKind::BarrierWait:
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

SerialStrategy::SerialStrategy(const SerialOptions& options)
    : options_(options), turn_(kPatientTurn) {
  HEDDLE_CHECK(options.firstLane <= abi::kMaxLanes)
      << "lane " << options.firstLane << " of at most " << abi::kMaxLanes;
}

bool SerialStrategy::beginExecution(std::uint64_t) {
  if (started_) {
    while (!stack_.empty() && stack_.back().index + 1 == stack_.back().count)
      stack_.pop_back();
    if (stack_.empty())
      return false;
    ++stack_.back().index;
    HEDDLE_CHECK(stack_.back().index < stack_.back().count)
        << "option " << stack_.back().index << " of a choice among " << stack_.back().count;
  }
  started_ = true;
  depth_ = 0;
  turnsOfTheClass_ = expiries_ = futileRounds_ = 0;
  calling_ = kNoThread;
  turnEvents_ = futileEvents_ = 0;
  futile_.clear();
  isEndless_ = false;
  return true;
}

ThreadId SerialStrategy::choose(const runtime::SchedulingPoint& point) {
  if (point.current == calling_)
    followCall(point);
  if (staysWithCurrent(point))
    return point.current;
  ThreadId thread = chooseOutsideLanes(point);
  if (thread == kNoThread)
    thread = canGoOn(point) ? goOnWithCall() : chooseLane(point);
  if (point.current == calling_ && thread != calling_)
    turnEvents_ += point.segmentEvents;
  return thread;
}

// Notices when the running call cannot or must not continue.
void SerialStrategy::followCall(const runtime::SchedulingPoint& point) {
  EventKind pending = point.pending[calling_].kind;
  std::uint64_t events = turnEvents_ + point.segmentEvents;
  bool goesOn = pending == EventKind::Sleep
                    ? point.enabled.contains(calling_)
                    : point.currentEnabled && pending != EventKind::CallBegin;
  if (!goesOn) {
    hasLongCalls_ = hasLongCalls_ || events > kSpinningTurn;
    calling_ = kNoThread;
    futile_.clear();
    futileRounds_ = 0;
  } else if (events >= turn_) {
    turn_ = hasLongCalls_ ? kPatientTurn : kSpinningTurn;
    futileEvents_ += events;
    futile_.insert(calling_);
    calling_ = kNoThread;
  }
}

// A call that yields is not among the enabled threads, but may be chosen.
bool SerialStrategy::canGoOn(const runtime::SchedulingPoint& point) const {
  return calling_ != kNoThread && (point.current == calling_ || point.enabled.contains(calling_));
}

bool SerialStrategy::staysWithCurrent(const runtime::SchedulingPoint& point) const {
  if (!point.currentEnabled || point.currentYields ||
      point.pending[point.current].kind == EventKind::CallBegin)
    return false;
  if (point.current == calling_)
    return true;
  return !futile_.contains(point.current) && point.segmentEvents < kSpinningTurn;
}

// New threads run to their first call or wait, threads of the class run until they block, main continues.
ThreadId SerialStrategy::chooseOutsideLanes(const runtime::SchedulingPoint& point) {
  ThreadId starting = kNoThread;
  ThreadId ofTheClass = kNoThread;
  forEachThread(point.enabled, [&](ThreadId thread) {
    EventKind kind = point.pending[thread].kind;
    if (kind == EventKind::ThreadStart)
      starting = starting == kNoThread ? thread : starting;
    else if (thread != 0 && !isWait(kind) && kind != EventKind::Sleep && !isLane(thread) &&
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

// After a yield or a sleep, and after threads of the class have had their turn.
ThreadId SerialStrategy::goOnWithCall() {
  turnsOfTheClass_ = 0;
  return calling_;
}

ThreadId SerialStrategy::chooseLane(const runtime::SchedulingPoint& point) {
  Lanes lanes;
  unsigned count = lanesThatMayRun(point, lanes);
  if (count == 0 && !futile_.empty()) {
    beginFutileRound(point);
    count = std::min(lanesThatMayRun(point, lanes), 1u);
  }
  if (count == 0)
    return nextInCircle(point.enabled, point.current);
  const Option& chosen = lanes[count == 1 ? 0 : decide(count)];
  expiries_ += chosen.expires ? 1 : 0;
  turnsOfTheClass_ = 0;
  calling_ = chosen.thread;
  // Without a switch, the events of the segment so far belong to earlier turns.
  bool isSwitch = chosen.thread != point.current;
  turnEvents_ = isSwitch ? 0 : -static_cast<std::uint64_t>(point.segmentEvents);
  return chosen.thread;
}

// All remaining calls spin. If there is only one, nothing can change any more.
void SerialStrategy::beginFutileRound(const runtime::SchedulingPoint& point) {
  isEndless_ = ++futileRounds_ > kMostFutileRounds || point.enabledCount == 1;
  if (isEndless_)
    runtime::abandonExecution();
  futile_.clear();
}

// In the order in which they are tried: those that continue before those whose wait would expire.
unsigned SerialStrategy::lanesThatMayRun(const runtime::SchedulingPoint& point, Lanes& lanes) {
  unsigned first = std::max(options_.firstLane, 1u);
  unsigned count = 0;
  for (bool expiring : {false, true}) {
    for (unsigned i = 0; i < abi::kMaxLanes; ++i) {
      ThreadId thread = runtime::laneThread((first - 1 + i) % abi::kMaxLanes + 1);
      if (!point.enabled.contains(thread) || isWait(point.pending[thread].kind) != expiring ||
          futile_.contains(thread))
        continue;
      if (expiring && count > 0 && expiries_ >= kMostExpiries)
        cut_ = true;
      else
        lanes[count++] = {.thread = thread, .expires = expiring};
    }
  }
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
  cut_ = cut_ || choice.count != count; // the execution did not repeat itself
  return std::min(choice.index, count - 1);
}

} // namespace heddle::explore
