// SPDX-License-Identifier: Apache-2.0
#include "runtime/scheduler.h"

#include <initializer_list>

#include "runtime/event_stream.h"
#include "runtime/failure.h"
#include "runtime/fiber.h"
#include "runtime/oracle/deadlock.h"
#include "runtime/oracle/endless.h"
#include "runtime/races/race_detector.h"
#include "runtime/races/sharing.h"
#include "runtime/sync/mutex.h"
#include "runtime/thread_kind.h"
#include "runtime/unsupported.h"

namespace heddle::runtime {

namespace {

Segment* const segmentBuffer = reinterpret_cast<Segment*>(kSegments);
Pick pickBuffer[1 << 16];

// Lengths of fair turns, in events; see fairChoice.
constexpr std::uint64_t kShortestTurn = 8;
constexpr int kMostDoublings = 17;

bool isTimed(const Fiber& fiber) {
  return fiber.state == FiberState::Blocked && fiber.deadline != kNever;
}

// A time-out ends a condition wait only if the mutex can be acquired again immediately. What could happen between the
// two can also happen before or after both, and a chosen thread must be able to run.
bool canExpire(const Fiber& fiber) {
  return isTimed(fiber) && (fiber.waitKind != EventKind::CondWait ||
                            isFree(static_cast<pthread_mutex_t*>(fiber.waitMutex)));
}

bool isFairPhase() {
  return exec.events > engine.options.limits.fairAfterEvents;
}

// The number of events after which fair turns have not completed anything.
std::uint64_t futileSince() {
  std::uint64_t fairAfter = engine.options.limits.fairAfterEvents;
  return exec.completedAt > fairAfter ? exec.completedAt : fairAfter;
}

// Time passes while threads spin: a sleeping thread must wake up eventually, because the others may wait for it. The
// patience doubles about every 70 fair turns, so that even a sleep of a day ends after about 100,000 events.
std::uint64_t patience() {
  constexpr std::uint64_t kEventsPerDoubling = 5000;
  constexpr std::uint64_t kLongest = std::uint64_t{1}
                                     << 60; // added to the clock, it does not overflow
  std::uint64_t patience = engine.options.patienceNanoseconds;
  if (!isFairPhase())
    return patience;
  std::uint64_t doublings = (exec.events - futileSince()) / kEventsPerDoubling;
  for (; doublings > 0 && patience < kLongest; --doublings)
    patience *= 2;
  return patience;
}

// A thread that is about to make its next call of a test is not kept waiting: its client may as well call later.
bool isKeptWaiting(unsigned thread) {
  return fibers[thread].state == FiberState::Ready &&
         pendingOperations[thread].kind != EventKind::CallBegin &&
         pendingOperations[thread].kind != EventKind::ThreadExit;
}

// The latest time to which the clock may be moved without delaying a runnable thread beyond the patience.
std::uint64_t clockBound() {
  std::uint64_t bound = kNever;
  std::uint64_t earliest = kNever;
  for (unsigned i = 0; i < exec.threads; ++i) {
    const Fiber& fiber = fibers[i];
    if (isKeptWaiting(i) && fiber.readySince < bound)
      bound = fiber.readySince;
    if (canExpire(fiber) && fiber.deadline < earliest)
      earliest = fiber.deadline;
  }
  if (bound == kNever)
    bound = earliest;
  return bound + patience();
}

void makeReady(ThreadId id) {
  Fiber& fiber = fibers[id];
  if (fiber.deadline != kNever)
    --exec.timedCount;
  fiber.state = FiberState::Ready;
  fiber.deadline = kNever;
  fiber.readySince = exec.clock;
  exec.runnable.insert(id);
  ++exec.runnableCount;
  // A wait for an event ends with the event; a wait for an object (a lock, a semaphore) continues until it is free.
  bool waitIsOver =
      fiber.waitKind == EventKind::BarrierWait || fiber.waitKind == EventKind::FutexWait;
  if (waitIsOver || fiber.timedOut)
    pendingOperations[id] = {nullptr, 0, EventKind::Woken, false};
}

// Lets the wait of `id` time out: moves the clock to its deadline. All earlier deadlines pass, too.
void expire(ThreadId id) {
  if (fibers[id].deadline > exec.clock)
    exec.clock = fibers[id].deadline;
  for (unsigned i = 0; i < exec.threads; ++i) {
    if (!isTimed(fibers[i]) || (fibers[i].deadline > exec.clock && i != id))
      continue;
    bool mustWaitForMutex = !canExpire(fibers[i]);
    fibers[i].timedOut = true;
    makeReady(static_cast<ThreadId>(i));
    if (mustWaitForMutex)
      rewait(static_cast<ThreadId>(i), EventKind::Lock, fibers[i].waitMutex);
    emitEvent(EventKind::Timeout, nullptr, fibers[i].waitObject, 0, i);
  }
}

std::uint64_t nextFairRandom() {
  std::uint64_t x = exec.fairState;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return exec.fairState = x;
}

// A turn lasts 8 events with probability 1/2, 16 with 1/4, and so on up to a million, as no length suits all.
// A thread that spins or backs off wastes its whole turn, and passing a turn between threads costs a turn of each, so
// turns should be short: the mean is 4 events for each of the 18 lengths, 72. An algorithm that promises progress only
// to a thread that runs undisturbed for h events needs turns of that length. One turn in h / 8 is that long, so that
// this costs about 9 h events for each thread, for any h. (Luby, Sinclair, Zuckerman, "Optimal speedup of Las Vegas
// algorithms", 1993, show that these lengths are within a logarithm of the best ones for an unknown h.) Turns count
// events and not points, because a thread that backs off has thousands of events without a point.
std::uint64_t fairTurnLength(std::uint64_t random) {
  int doublings = __builtin_ctzll(random | (1ULL << kMostDoublings));
  return kShortestTurn << doublings;
}

// Random turns of random length: every enabled thread runs again and again with probability 1. Neither a strategy with
// priorities nor depth-first search guarantees that. A wait ends a turn, even one that could time out immediately.
ThreadId fairChoice(const ThreadSet& enabled) {
  bool goesOn = exec.runnable.contains(exec.current) && enabled.contains(exec.current);
  if (goesOn && exec.events < exec.fairTurnEnd)
    return exec.current;
  exec.madeFair = exec.madeFair || enabled.size() > 1;
  std::uint64_t random = nextFairRandom();
  exec.fairTurnEnd = exec.events + fairTurnLength(random);
  exec.eventLimit = nextEventLimit();
  return enabled.nth(static_cast<unsigned>((random >> 32) % enabled.size()));
}

// The number of events at which the execution is endless, unless something is completed before.
std::uint64_t endlessAt() {
  const Limits& limits = engine.options.limits;
  if (limits.fairAfterEvents >= limits.maxEvents)
    return limits.maxEvents;
  std::uint64_t at = futileSince() + exec.aliveThreads * limits.fairEventsPerThread;
  return at < limits.maxEvents ? at : limits.maxEvents;
}

void recordSegment(bool preempted) {
  if (HEDDLE_UNLIKELY(exec.segmentCount + 1 >= kMaxSegments))
    failTooLarge(MessageId::TooManySwitches, {kMaxSegments / 1'000'000});
  auto events = static_cast<std::uint32_t>(exec.events - exec.segmentStart);
  segmentBuffer[exec.segmentCount++] = {exec.current, preempted, events};
}

void recordPick(ChoiceKind kind, std::uint16_t value) {
  if (exec.pickCount < sizeof pickBuffer / sizeof pickBuffer[0])
    pickBuffer[exec.pickCount++] = {kind, value, static_cast<std::uint32_t>(exec.segmentCount)};
}

void switchTo(ThreadId next, bool yields) {
  Fiber& from = currentFiber();
  recordSegment(from.state == FiberState::Ready && !yields);
  from.lastSite = exec.lastSite;
  from.readySince = exec.clock;
  ++exec.switches;
  exec.segmentStart = exec.events;
  exec.current = next;
  exec.lastSite = fibers[next].lastSite;
  takeOwnerTag(next);
  heddle_rt_switch(&from.stackPointer, fibers[next].stackPointer, fibers[next].fsBase, 0);
}

// The current thread cannot continue; another thread must, or this is the end.
void leaveCurrent() {
  if (exec.runnableCount + exec.timedCount == 0)
    judgeAllBlocked();
  choosePoint(false);
}

} // namespace

const ThreadSet& enabledThreads(bool yields) {
  bool dropCurrent = yields && othersEnabled();
  if (exec.timedCount == 0 && !dropCurrent)
    return exec.runnable;
  static ThreadSet storage; // not on the stack: clearing it at every point would be measurable
  storage = exec.runnable;
  if (exec.timedCount != 0) {
    std::uint64_t bound = clockBound();
    for (unsigned i = 0; i < exec.threads; ++i)
      if (canExpire(fibers[i]) && fibers[i].deadline <= bound)
        storage.insert(static_cast<ThreadId>(i));
  }
  if (dropCurrent && storage.size() > 1)
    storage.erase(exec.current);
  if (storage.empty())
    judgeAllBlocked();
  return storage;
}

void choosePoint(bool yields) {
  ++exec.points;
  const ThreadSet& enabled = enabledThreads(yields);
  ThreadId next;
  if (HEDDLE_UNLIKELY(isFairPhase())) {
    next = fairChoice(enabled);
  } else {
    SchedulingPoint point{enabled,
                          &enabled == &exec.runnable ? exec.runnableCount : enabled.size(),
                          exec.current,
                          currentFiber().state == FiberState::Ready,
                          yields,
                          exec.points,
                          static_cast<std::uint32_t>(exec.events - exec.segmentStart),
                          pendingOperations};
    next = engine.chooser->choose(point);
  }
  if (HEDDLE_UNLIKELY(fibers[next].state == FiberState::Blocked))
    expire(next);
  if (next != exec.current)
    switchTo(next, yields);
}

void eventLimitReached(bool pointFollows) {
  if (!engine.inSubject)
    return;
  const Options& options = engine.options;
  if (exec.events >= endlessAt())
    judgeEndless();
  setTracing(engine.sink != nullptr &&
             (exec.events < options.quietFrom || exec.events >= options.quietUntil));
  exec.eventLimit = nextEventLimit();
  // The turn ends in a run of events without a point: a back-off, or a loop on memory that is private only because the
  // thread that will write it has not run yet.
  if (!pointFollows && isFairPhase() && exec.events >= exec.fairTurnEnd && othersEnabled()) {
    pendingOperations[exec.current] = {nullptr, 0, EventKind::Yield, false};
    choosePoint(false);
  }
}

std::uint64_t nextEventLimit() {
  const Options& options = engine.options;
  std::uint64_t next = endlessAt();
  for (std::uint64_t limit : {options.limits.fairAfterEvents + 1,
                              exec.fairTurnEnd,
                              options.quietFrom,
                              options.quietUntil})
    if (limit > exec.events && limit < next)
      next = limit;
  return next;
}

void enterOperation(EventKind kind, const void* object, bool isWrite) {
  auto address = reinterpret_cast<std::uintptr_t>(object);
  const abi::SiteRecord* site = takeOperationSite();
  countEvent();
  schedulingPoint(kind, site, address, isWrite);
}

bool blockCurrent(EventKind kind, const void* object, std::uint64_t deadline) {
  Fiber& fiber = currentFiber();
  fiber.waitKind = kind;
  fiber.waitObject = reinterpret_cast<std::uintptr_t>(object);
  fiber.deadline = fiber.waitDeadline = deadline;
  fiber.timedOut = false;
  fiber.waitTicket = exec.nextTicket++;
  fiber.blockedAt = keepStack();
  fiber.state = FiberState::Blocked;
  exec.runnable.erase(exec.current);
  --exec.runnableCount;
  if (deadline != kNever)
    ++exec.timedCount;
  pendingOperations[exec.current] = {fiber.operationSite, fiber.waitObject, kind, true};
  emitEvent(EventKind::Blocked, nullptr, fiber.waitObject, 0, static_cast<std::uint64_t>(kind));
  judgeBlocking();
  leaveCurrent();
  fiber.waitDeadline = kNever;
  bool timedOut = fiber.timedOut;
  fiber.timedOut =
      false; // the next wait of the thread, for a lock that it is about to take, has not timed out
  return !timedOut;
}

void wake(ThreadId id) {
  makeReady(id);
}

void rewait(ThreadId id, EventKind kind, const void* object, std::uint64_t deadline) {
  Fiber& fiber = fibers[id];
  fiber.state = FiberState::Blocked;
  fiber.waitKind = kind;
  fiber.waitObject = reinterpret_cast<std::uintptr_t>(object);
  fiber.deadline = deadline;
  if (deadline != kNever)
    ++exec.timedCount;
  fiber.waitTicket = exec.nextTicket++;
  fiber.blockedAt = nullptr;
  pendingOperations[id] = {fiber.operationSite, fiber.waitObject, kind, true};
  exec.runnable.erase(id);
  --exec.runnableCount;
}

void disablePending(EventKind kind, const void* object) {
  auto address = reinterpret_cast<std::uintptr_t>(object);
  if (exec.runnableCount <= 1)
    return;
  for (unsigned i = 0; i < exec.threads; ++i) {
    const Fiber& fiber = fibers[i];
    const PendingOperation& pending = pendingOperations[i];
    if (i == exec.current || fiber.state != FiberState::Ready || pending.kind != kind ||
        pending.address != address)
      continue;
    rewait(static_cast<ThreadId>(i), kind, object, fiber.waitDeadline);
  }
}

void wakeAll(EventKind kind, const void* object) {
  auto address = reinterpret_cast<std::uintptr_t>(object);
  if (exec.runnableCount == exec.aliveThreads)
    return;
  for (unsigned i = 0; i < exec.threads; ++i) {
    const Fiber& fiber = fibers[i];
    if (fiber.state != FiberState::Blocked || fiber.waitObject != address || fiber.waitKind != kind)
      continue;
    wake(static_cast<ThreadId>(i));
    if (kind == EventKind::BarrierWait)
      emitWakeUp(static_cast<ThreadId>(i), object);
  }
}

ThreadId wakeOne(EventKind kind, const void* object) {
  auto address = reinterpret_cast<std::uintptr_t>(object);
  if (exec.runnableCount == exec.aliveThreads)
    return kNoThread;
  ThreadId waiters[kMaxThreads];
  unsigned count = 0;
  for (unsigned i = 0; i < exec.threads; ++i) {
    const Fiber& fiber = fibers[i];
    if (fiber.state != FiberState::Blocked || fiber.waitObject != address || fiber.waitKind != kind)
      continue;
    unsigned at = count++;
    for (; at > 0 && fibers[waiters[at - 1]].waitTicket > fiber.waitTicket; --at)
      waiters[at] = waiters[at - 1];
    waiters[at] = static_cast<ThreadId>(i);
  }
  if (count == 0)
    return kNoThread;
  ThreadId chosen = waiters[0];
  if (count > 1) {
    chosen = waiters[engine.chooser->pick({ChoiceKind::Waiter, count, waiters})];
    recordPick(ChoiceKind::Waiter, chosen);
  }
  wake(chosen);
  emitWakeUp(chosen, object, count);
  return chosen;
}

void yieldPoint() {
  countEvent();
  emitEvent(EventKind::Yield, nullptr, 0, 0, 0);
  if (!othersEnabled())
    return;
  pendingOperations[exec.current] = {nullptr, 0, EventKind::Yield, false};
  choosePoint(true);
}

namespace {

ThreadId freeSlot() {
  if (exec.threads < kMaxThreads)
    return static_cast<ThreadId>(exec.threads++);
  for (unsigned i = 1; i < kMaxThreads; ++i)
    if (fibers[i].state == FiberState::Finished && (fibers[i].joined || fibers[i].detached))
      return static_cast<ThreadId>(i);
  failTooLarge(MessageId::TooManyThreads, {kMaxThreads - 1});
}

} // namespace

ThreadId startThread(void* (*start)(void*), void* argument) {
  ThreadId id = freeSlot();
  ensureSlot(id);
  prepareFiber(id);
  Fiber& fiber = fibers[id];
  fiber.state = FiberState::Ready;
  fiber.detached = fiber.joined = fiber.timedOut = false;
  fiber.deadline = fiber.waitDeadline = kNever;
  fiber.readySince = exec.clock;
  fiber.start = start;
  fiber.argument = argument;
  fiber.kind = engine.options.askWhenAlone ? kindOfThread(start, argument) : 0;
  fiber.result = nullptr;
  fiber.exitCallbacks = nullptr;
  fiber.keyValues = nullptr;
  fiber.lastSite = nullptr;
  fiber.operationSite = nullptr;
  fiber.call = nullptr;
  fiber.clockReadings = fiber.draws = 0;
  fiber.atomics = {};
  fiber.signalMask = id == 0 ? 0 : currentFiber().signalMask;
  fiber.openRaces = 0;
  fiber.syncUnseen = false;
  fiber.heldCount = 0;
  pendingOperations[id] = {nullptr, 0, EventKind::ThreadStart, false};
  exec.runnable.insert(id);
  ++exec.runnableCount;
  ++exec.aliveThreads;
  return id;
}

void finishCurrent() {
  Fiber& fiber = currentFiber();
  emitEvent(EventKind::ThreadExit, nullptr, 0, 0, 0);
  fiber.state = FiberState::Finished;
  exec.completedAt = exec.events;
  exec.runnable.erase(exec.current);
  --exec.runnableCount;
  --exec.aliveThreads;
  wakeAll(EventKind::ThreadJoin, &fiber);
  if (exec.aliveThreads == 0)
    returnToEngine(Return::Ended);
  leaveCurrent();
  __builtin_unreachable();
}

const Segment* segments(std::size_t* count) {
  // The thread that ran last was not switched away from; recordSegment leaves room for it.
  segmentBuffer[exec.segmentCount] = {
      exec.current, false, static_cast<std::uint32_t>(exec.events - exec.segmentStart)};
  *count = exec.segmentCount + 1;
  return segmentBuffer;
}

std::uint64_t threadKind(ThreadId thread) {
  return fibers[thread].kind;
}

const Pick* picks(std::size_t* count) {
  *count = exec.pickCount;
  return pickBuffer;
}

} // namespace heddle::runtime
