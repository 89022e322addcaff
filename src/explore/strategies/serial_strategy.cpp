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
// schedule, no choice. With ClassThreads::AnyTime, that is only the first option: before each operation by which they
// could show or see something (a lock, an atomic access, a wait) another of them or a call may have its turn. Calls are
// still whole.
//
// A call that waits may be overtaken by others in this way although it needs none of them: it was woken, or would have been
// by a thread of the class or by the time, before the other one began. wasOvertaken() tells: a call that is wrong only if it
// is interrupted while it waits would be right otherwise.
//
// More options mean more allowed results and never a false alarm, so if a rule is in doubt there is one more
// option. If a bound cuts something off (endless polling), leftSomethingOut says so.
#include "explore/strategies/serial_strategy.h"

#include <algorithm>

#include "runtime/calls.h"
#include "support/check.h"
#include "support/hash.h"

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
constexpr unsigned kMostTurnsAtAnyTime = 200; // the same, in visible operations
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

// What other threads see of a thread, and it sees of them, changes only there: data races are reported separately.
bool isVisible(EventKind kind) {
  switch (kind) {
  case EventKind::Load:
  case EventKind::Store:
  case EventKind::RangeRead:
  case EventKind::RangeWrite:
  case EventKind::Unlock: // seen by who locks next
  case EventKind::UnlockShared:
    return false;
  default:
    return true;
  }
}

// 0: the thread is none.
unsigned laneOf(ThreadId thread) {
  for (unsigned lane = 1; lane <= abi::kMaxLanes; ++lane)
    if (runtime::laneThread(lane) == thread)
      return lane;
  return 0;
}

bool isLane(ThreadId thread) {
  return laneOf(thread) != 0;
}

// Between calls: it begins one, or its thread ends.
bool isBetweenCalls(EventKind pending) {
  return pending == EventKind::CallBegin || pending == EventKind::ThreadExit;
}

} // namespace

SerialStrategy::SerialStrategy(const SerialOptions& options)
    : options_(options), turn_(kPatientTurn) {
  HEDDLE_CHECK(options.firstLane <= abi::kMaxLanes)
      << "lane " << options.firstLane << " of at most " << abi::kMaxLanes;
}

bool SerialStrategy::beginExecution(std::uint64_t index) {
  random_ = tempers_ = mixBits(options_.seed << 32 | index);
  if (started_ && options_.classThreads != ClassThreads::AtRandom) {
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
  begun_ = {};
  lastTurns_ = {};
  turns_ = 0;
  wasOvertaken_ = false;
  isEndless_ = false;
  return true;
}

ThreadId SerialStrategy::choose(const runtime::SchedulingPoint& point) {
  if (point.current == calling_)
    followCall(point);
  if (staysWithCurrent(point))
    return point.current;
  ThreadId thread = kNoThread;
  if (options_.classThreads != ClassThreads::ToRest && runtime::threadsOfTheClass() > 0)
    thread = chooseAmongAll(point);
  else
    thread = chooseOutsideLanes(point);
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
  bool goesOn = pending == EventKind::Sleep ? point.enabled.contains(calling_)
                                            : point.currentEnabled && !isBetweenCalls(pending);
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

bool SerialStrategy::mayBeInterrupted(const runtime::SchedulingPoint& point) const {
  if (options_.interruptible.empty() || !isVisible(point.pending[calling_].kind))
    return false;
  unsigned lane = laneOf(calling_);
  return lane != 0 && begun_[lane] > 0 &&
         options_.interruptible.contains(lane << 16 | (begun_[lane] - 1));
}

// A call that yields is not among the enabled threads, but may be chosen.
bool SerialStrategy::canGoOn(const runtime::SchedulingPoint& point) const {
  return calling_ != kNoThread && !mayBeInterrupted(point) &&
         (point.current == calling_ || point.enabled.contains(calling_));
}

bool SerialStrategy::staysWithCurrent(const runtime::SchedulingPoint& point) const {
  EventKind pending = point.pending[point.current].kind;
  if (!point.currentEnabled || point.currentYields || isBetweenCalls(pending))
    return false;
  if (point.current == calling_)
    return !mayBeInterrupted(point);
  if (options_.classThreads != ClassThreads::ToRest && point.current != 0 &&
      !isLane(point.current) && isVisible(pending))
    return false;
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

// A thread that has not started runs to its first visible operation. kNoThread: as usual.
ThreadId SerialStrategy::chooseAmongAll(const runtime::SchedulingPoint& point) {
  ThreadId starting = kNoThread;
  forEachThread(point.enabled, [&](ThreadId thread) {
    if (starting == kNoThread && point.pending[thread].kind == EventKind::ThreadStart)
      starting = thread;
  });
  if (starting != kNoThread)
    return starting;
  Options options;
  unsigned ofTheClass = threadsOfTheClass(point, options);
  unsigned count = clientsThatMayRun(point, options, ofTheClass);
  if (count == 0)
    return kNoThread;
  unsigned index = 0;
  if (count > 1)
    index = options_.classThreads == ClassThreads::AtRandom ? draw(options, count) : decide(count);
  const Option& chosen = options[index];
  if (index < ofTheClass)
    ++turnsOfTheClass_;
  else
    beginTurn(point, chosen);
  return chosen.thread;
}

// The current one first, then the others in a circle, at last those whose wait would expire.
unsigned SerialStrategy::threadsOfTheClass(const runtime::SchedulingPoint& point,
                                           Options& options) {
  unsigned count = 0;
  if (turnsOfTheClass_ >= kMostTurnsAtAnyTime) {
    cut_ = true;
    return 0;
  }
  for (bool expiring : {false, true}) {
    ThreadId thread = point.current == 0 ? kNoThread : static_cast<ThreadId>(point.current - 1);
    for (unsigned left = point.enabled.size(); left > 0; --left) {
      thread = thread == kNoThread ? point.enabled.first() : nextInCircle(point.enabled, thread);
      EventKind kind = point.pending[thread].kind;
      bool expires = isWait(kind) || kind == EventKind::Sleep;
      if (thread == 0 || isLane(thread) || expires != expiring)
        continue;
      if (count == kMostOptions / 2 || (expiring && expiries_ >= kMostExpiries))
        cut_ = true;
      else
        options[count++] = {.thread = thread, .expires = expires};
    }
  }
  return count;
}

// Main, and the call that yields, or else all lanes.
unsigned SerialStrategy::clientsThatMayRun(const runtime::SchedulingPoint& point,
                                           Options& options,
                                           unsigned count) {
  if (point.enabled.contains(0))
    options[count++] = {.thread = 0, .expires = false};
  if (canGoOn(point)) {
    options[count++] = {.thread = calling_, .expires = false};
    return count;
  }
  Lanes lanes;
  unsigned laneCount = lanesThatMayRun(point, lanes);
  return static_cast<unsigned>(std::copy_n(lanes.begin(), laneCount, options.begin() + count) -
                               options.begin());
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
  beginTurn(point, chosen);
  return chosen.thread;
}

void SerialStrategy::beginTurn(const runtime::SchedulingPoint& point, const Option& chosen) {
  expiries_ += chosen.expires ? 1 : 0;
  turnsOfTheClass_ = 0;
  if (chosen.thread == 0 || chosen.thread == calling_)
    return;
  wasOvertaken_ = wasOvertaken_ || overtakes(point, chosen);
  lastTurns_[laneOf(chosen.thread)] = ++turns_;
  calling_ = chosen.thread;
  if (point.pending[calling_].kind == EventKind::CallBegin)
    ++begun_[laneOf(calling_)];
  // Without a switch, the events of the segment so far belong to earlier turns.
  bool isSwitch = chosen.thread != point.current;
  turnEvents_ = isSwitch ? 0 : -static_cast<std::uint64_t>(point.segmentEvents);
}

bool SerialStrategy::hasRunSince(unsigned lane) const {
  return std::ranges::any_of(lastTurns_,
                             [&](std::uint32_t turn) { return turn > lastTurns_[lane]; });
}

bool SerialStrategy::overtakes(const runtime::SchedulingPoint& point, const Option& chosen) const {
  // No call ended its wait: it might as well have expired before the others began.
  if (chosen.expires && hasRunSince(laneOf(chosen.thread)))
    return true;
  if (point.pending[chosen.thread].kind != EventKind::CallBegin)
    return false;
  bool classCanRun = false;
  forEachThread(point.enabled, [&](ThreadId thread) {
    EventKind kind = point.pending[thread].kind;
    classCanRun = classCanRun || (thread != 0 && !isLane(thread) && !isWait(kind) &&
                                  kind != EventKind::Sleep && kind != EventKind::ThreadStart);
  });
  std::size_t count = 0;
  const runtime::CallRecord* records = runtime::callRecords(&count);
  return std::any_of(records, records + count, [&](const runtime::CallRecord& record) {
    const ThreadId thread = runtime::laneThread(record.lane);
    if (record.lastEvent != 0 || !isLane(thread) || thread == chosen.thread ||
        isBetweenCalls(point.pending[thread].kind))
      return false;
    bool canGoOn = point.enabled.contains(thread) && !isWait(point.pending[thread].kind) &&
                   !futile_.contains(thread);
    return canGoOn || classCanRun;
  });
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

unsigned SerialStrategy::drawBelow(unsigned end) {
  random_ = mixBits(random_ + 1);
  return static_cast<unsigned>((random_ >> 32) % end);
}

// Each thread of the class has a temper for a while: it hurries, takes its turn, or waits until nothing else can run.
// With equal chances, a thread would hardly ever wait until all calls have ended.
unsigned SerialStrategy::draw(const Options& options, unsigned count) {
  constexpr std::array kWeights = {0u, 16u, 256u};
  constexpr unsigned kClientWeight = 16;
  constexpr unsigned kChoicesPerTemper = 16; // on average
  if (drawBelow(kChoicesPerTemper) == 0)
    tempers_ = random_;
  std::array<unsigned, kMostOptions> weights{};
  unsigned sum = 0;
  for (unsigned i = 0; i < count; ++i) {
    const ThreadId thread = options[i].thread;
    weights[i] = thread == 0 || isLane(thread)
                     ? kClientWeight
                     : kWeights[mixBits(tempers_ + thread) % kWeights.size()];
    sum += weights[i];
  }
  if (sum == 0)
    return drawBelow(count);
  unsigned drawn = drawBelow(sum);
  unsigned index = 0;
  for (; drawn >= weights[index]; ++index)
    drawn -= weights[index];
  return index;
}

unsigned SerialStrategy::decide(unsigned count) {
  if (options_.classThreads == ClassThreads::AtRandom)
    return drawBelow(count);
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
