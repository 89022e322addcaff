// SPDX-License-Identifier: Apache-2.0
// The steps of threads, one at a time, and the choice of who takes the next one.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "simulation.h"

namespace heddle::explore::inline simulation {

const std::vector<Step>& stepsOf(ThreadId thread) {
  return isClass() ? classSteps(thread) : sim.program.threads[thread];
}

namespace {

Step stepOf(ThreadId thread) {
  Step step = stepsOf(thread)[sim.world.threads[thread].next];
  return isClass() ? inItsObject(step, thread) : step;
}

const abi::SiteRecord* siteOf(ThreadId thread, std::size_t step) {
  if (isClass())
    return classSite(thread, step);
  const auto& threads = sim.program.threads;
  auto first = std::ranges::find(threads, threads[thread]);
  auto code = sim.program.sharedCode ? static_cast<std::size_t>(first - threads.begin()) : thread;
  return &sim.sites[code * kSitesPerThread + step];
}

} // namespace

std::uintptr_t addressOf(EventKind kind, unsigned object) {
  bool isMutex = kind == EventKind::Lock || kind == EventKind::TryLock || kind == EventKind::Unlock;
  bool isCondition = kind == EventKind::CondWait || kind == EventKind::CondSignal ||
                     kind == EventKind::CondBroadcast;
  return 0x1000 + (isMutex ? 0x1000 : isCondition ? 0x2000 : 0) + 8 * object;
}

void endExecution() {
  World& w = sim.world;
  w.segments.push_back({w.current,
                        w.threads[w.current].state == State::Ready,
                        static_cast<std::uint32_t>(w.events - w.segmentStart)});
  runtime::Outcome& o = sim.outcome;
  o.exitStatus = w.exitStatus;
  o.learnedSharing = w.learned;
  o.events = w.events;
  o.delivered = w.delivered;
  o.madeFair = w.events > sim.program.fairAfter;
  o.points = w.points;
  o.switches = w.switches;
  o.threads = w.threadCount;
  setcontext(&sim.engine);
  std::abort();
}

namespace {

[[noreturn]] void fail(FailureKind kind, abi::MessageId message, const char* mark) {
  World& w = sim.world;
  sim.outcome.kind = kind;
  sim.outcome.thread = w.current;
  sim.outcome.site =
      kind == FailureKind::Deadlock ? nullptr : siteOf(w.current, w.threads[w.current].next);
  sim.outcome.message.id = message;
  w.trace += std::string(" !") + mark;
  endExecution();
}

runtime::ThreadSet readyThreads() {
  runtime::ThreadSet set;
  for (unsigned i = 0; i < sim.world.threadCount; ++i)
    if (sim.world.threads[i].state == State::Ready)
      set.insert(static_cast<ThreadId>(i));
  return set;
}

// A choice, then possibly a switch.
void choosePoint(bool yields) {
  World& w = sim.world;
  ++w.points;
  runtime::ThreadSet enabled = readyThreads();
  if (yields && enabled.size() > 1)
    enabled.erase(w.current);
  bool currentReady = w.threads[w.current].state == State::Ready;
  runtime::SchedulingPoint point{enabled,
                                 enabled.size(),
                                 w.current,
                                 currentReady,
                                 yields,
                                 w.points,
                                 static_cast<std::uint32_t>(w.events - w.segmentStart),
                                 w.pending.data()};
  ThreadId next = sim.chooser->choose(point);
  if (!enabled.contains(next) && !(yields && next == w.current))
    std::abort();
  if (next == w.current)
    return;
  w.segments.push_back({w.current,
                        w.threads[w.current].state == State::Ready,
                        static_cast<std::uint32_t>(w.events - w.segmentStart)});
  w.segmentStart = w.events;
  ++w.switches;
  w.current = next;
}

void leaveCurrent() {
  if (readyThreads().empty())
    fail(FailureKind::Deadlock, abi::MessageId::AllBlocked, "deadlock");
  choosePoint(false);
}

void block(ThreadId thread, EventKind kind, std::uintptr_t object) {
  Thread& t = sim.world.threads[thread];
  t.state = State::Blocked;
  t.waitKind = kind;
  t.waitObject = object;
  sim.world.pending[thread] = {nullptr, object, kind, true};
}

void wakeAll(EventKind kind, std::uintptr_t object) {
  for (Thread& t : sim.world.threads)
    if (t.state == State::Blocked && t.waitKind == kind && t.waitObject == object)
      t.state = State::Ready;
}

// Those stopped before this lock cannot complete it any more.
void take(unsigned mutex) {
  World& w = sim.world;
  w.holders[mutex] = w.current + 1;
  std::uintptr_t address = addressOf(EventKind::Lock, mutex);
  for (unsigned i = 0; i < w.threadCount; ++i) {
    bool wants = w.pending[i].kind == EventKind::Lock && w.pending[i].address == address;
    if (i != w.current && w.threads[i].state == State::Ready && wants)
      block(static_cast<ThreadId>(i), EventKind::Lock, address);
  }
}

void give(unsigned mutex) {
  sim.world.holders[mutex] = 0;
  wakeAll(EventKind::Lock, addressOf(EventKind::Lock, mutex));
}

} // namespace

void deliver(runtime::Event event) {
  World& w = sim.world;
  if (sim.sink == nullptr)
    return;
  event.number = w.delivered++;
  event.step = w.events;
  event.thread = w.current;
  const Thread& t = w.threads[w.current];
  if (w.calls[w.current] != 0)
    event.call = w.current * 65536u + w.calls[w.current] - 1;
  else if (t.isInCall)
    event.call = w.records[t.record].lane * 65536u + w.records[t.record].index;
  sim.sink->onEvent(event);
}

namespace {

// `previous`: what an access to a variable found there.
void note(EventKind kind,
          const char* name,
          const Step& step,
          int value,
          bool hasValue,
          int previous = 0) {
  World& w = sim.world;
  std::string text = std::to_string(w.current) + ":" + name + std::to_string(step.object);
  if (hasValue)
    text += "=" + std::to_string(value);
  w.trace += (w.trace.empty() ? "" : " ") + text;
  cover(kind, siteOf(w.current, w.threads[w.current].next));
  deliver({.kind = kind,
           .hasValue = hasValue,
           .failed = kind == EventKind::TryLock && value == 0,
           .size = hasValue ? 4u : 0u,
           .site = siteOf(w.current, w.threads[w.current].next),
           .address = addressOf(kind, step.object),
           .value = static_cast<std::uint64_t>(value),
           .previous = static_cast<std::uint64_t>(previous)});
}

EventKind kindOf(Op op) {
  switch (op) {
  case Op::Load:
    return EventKind::AtomicLoad;
  case Op::Store:
  case Op::StoreSum:
    return EventKind::AtomicStore;
  case Op::Add:
    return EventKind::AtomicRmw;
  case Op::Lock:
    return EventKind::Lock;
  case Op::TryLock:
    return EventKind::TryLock;
  case Op::Unlock:
    return EventKind::Unlock;
  case Op::Wait:
    return EventKind::CondWait;
  case Op::Signal:
    return EventKind::CondSignal;
  case Op::Broadcast:
    return EventKind::CondBroadcast;
  case Op::Create:
    return EventKind::ThreadCreate;
  case Op::Join:
    return EventKind::ThreadJoin;
  case Op::Yield:
    return EventKind::Yield;
  case Op::BeginCall:
    return EventKind::CallBegin;
  default:
    return EventKind::Branch; // local
  }
}

bool isAccess(Op op) {
  return op <= Op::Add;
}
bool isLocal(Op op) {
  return op >= Op::Local;
}

// Whether an access is a scheduling point, as far as sharing is known.
bool isPoint(const Step& step) {
  if (!isAccess(step.op) || step.object < sim.program.firstLearned ||
      sim.options.everyAccessIsAPoint)
    return true;
  int& owner = sim.owners[step.object];
  int self = sim.world.current + 1;
  if (owner == 0 || owner == self) {
    owner = self;
    return false;
  }
  sim.world.learned = sim.world.learned || owner != -1;
  owner = -1;
  return true;
}

bool isAvailable(const Step& step) {
  if (step.op == Op::Lock)
    return sim.world.holders[step.object] == 0;
  return step.op != Op::Join || sim.world.threads[step.object].state == State::Finished;
}

void access(const Step& step, Thread& t) {
  if (sim.world.freed[step.object])
    fail(FailureKind::UseAfterFree, abi::MessageId::AssertionFailed, "use after free");
  int& variable = sim.world.variables[step.object];
  const int previous = variable;
  switch (step.op) {
  case Op::Load:
    t.accumulator = variable;
    return note(EventKind::AtomicLoad, "load", step, variable, true, previous);
  case Op::Store:
    variable = step.value;
    return note(EventKind::AtomicStore, "store", step, variable, true, previous);
  case Op::StoreSum:
    variable = t.accumulator + step.value;
    return note(EventKind::AtomicStore, "store", step, variable, true, previous);
  default:
    t.accumulator = variable += step.value;
    return note(EventKind::AtomicRmw, "add", step, variable, true, previous);
  }
}

void notify(const Step& step) {
  World& w = sim.world;
  std::uintptr_t condition = addressOf(EventKind::CondWait, step.object);
  std::vector<ThreadId> candidates;
  for (ThreadId waiter : w.waiters)
    if (w.threads[waiter].waitObject == condition)
      candidates.push_back(waiter);
  if (step.op == Op::Signal && candidates.size() > 1) {
    ThreadId chosen = candidates[sim.chooser->pick({runtime::ChoiceKind::Waiter,
                                                    static_cast<unsigned>(candidates.size()),
                                                    candidates.data()})];
    w.picks.push_back(
        {runtime::ChoiceKind::Waiter, chosen, static_cast<std::uint32_t>(w.segments.size())});
    deliver({.kind = EventKind::WakeUp,
             .size = static_cast<std::uint32_t>(candidates.size()),
             .address = condition,
             .value = chosen});
    candidates = {chosen};
  }
  for (ThreadId waiter : candidates) {
    std::erase(w.waiters, waiter);
    auto mutex = static_cast<unsigned>(stepOf(waiter).value);
    block(waiter, EventKind::Lock, addressOf(EventKind::Lock, mutex));
    if (w.holders[mutex] == 0)
      w.threads[waiter].state = State::Ready;
  }
}

void create(const Step& step) {
  World& w = sim.world;
  w.threads[step.object].state = State::Ready;
  w.pending[step.object] = {nullptr, 0, EventKind::ThreadStart, false};
  w.threadCount = std::max(w.threadCount, step.object + 1);
}

void tryLock(const Step& step) {
  World& w = sim.world;
  bool isFree = w.holders[step.object] == 0;
  w.threads[w.current].accumulator = isFree ? 1 : 0;
  note(EventKind::TryLock, "trylock", step, isFree ? 1 : 0, false);
  if (isFree)
    take(step.object);
  else if (w.threads[w.current].isInCall)
    w.records[w.threads[w.current].record].busyLock = addressOf(EventKind::Lock, step.object);
}

void synchronise(const Step& step) {
  switch (step.op) {
  case Op::Lock:
    note(EventKind::Lock, "lock", step, 0, false);
    return take(step.object);
  case Op::TryLock:
    return tryLock(step);
  case Op::Unlock:
    note(EventKind::Unlock, "unlock", step, 0, false);
    return give(step.object);
  case Op::Signal:
    note(EventKind::CondSignal, "signal", step, 0, false);
    return notify(step);
  case Op::Broadcast:
    note(EventKind::CondBroadcast, "broadcast", step, 0, false);
    return notify(step);
  case Op::Create:
    deliver({.kind = EventKind::ThreadCreate, .value = step.object});
    return create(step);
  case Op::Join:
    return deliver({.kind = EventKind::ThreadJoin, .value = step.object});
  case Op::BeginCall:
    if (isClass())
      return beginCall();
    ++sim.world.calls[sim.world.current];
    return note(EventKind::CallBegin, "call", step, 0, false);
  default:
    return;
  }
}

void local(const Step& step, Thread& t) {
  World& w = sim.world;
  switch (step.op) {
  case Op::SkipUnless:
    if (t.accumulator != step.value)
      t.next = stepsOf(w.current).size() - 1;
    return;
  case Op::LoopUnless:
    if (t.accumulator != step.value)
      t.next = isClass() ? 0 : static_cast<std::size_t>(-1); // a call has begun already
    return;
  case Op::FailUnless:
    if (w.variables[step.object] == step.value)
      return;
    [[fallthrough]];
  case Op::Fail:
    fail(FailureKind::Assert, abi::MessageId::AssertionFailed, "assertion failed");
  case Op::ExitWith:
    w.exitStatus = w.variables[step.object];
    return;
  case Op::Race:
    w.races.push_back({0x1000,
                       1,
                       2,
                       siteOf(w.current, t.next),
                       &sim.sites[static_cast<unsigned>(step.value)],
                       true,
                       true,
                       1,
                       2,
                       kNoThread});
    return;
  case Op::Unsupported:
    sim.outcome.unsupported = true;
    sim.outcome.message.id = abi::MessageId::Unmodelled;
    endExecution();
  case Op::Set:
    t.accumulator = step.value;
    return;
  case Op::Throw:
    throwFromCall();
    t.next = stepsOf(w.current).size() - 1;
    return;
  case Op::Free:
    w.releases.push_back({addressOf(EventKind::Store, step.object), 4});
    w.freed[step.object] = true;
    return;
  case Op::ReadClock:
    w.records[t.record].timeDependent = true;
    t.accumulator = w.clock;
    w.clock += static_cast<int>(sim.options.clockStep);
    return;
  case Op::Sleep:
    w.clock += step.value;
    return;
  default:
    return;
  }
}

} // namespace

void finishThread() {
  World& w = sim.world;
  w.threads[w.current].state = State::Finished;
  if (w.current == 0)
    endExecution();
  wakeAll(EventKind::ThreadJoin, addressOf(EventKind::ThreadJoin, w.current));
  leaveCurrent();
}

namespace {

// Waits on a condition in two halves: give up the mutex and block; when notified, take it again.
void wait(const Step& step, Thread& t) {
  World& w = sim.world;
  auto mutex = static_cast<unsigned>(step.value);
  if (!t.reacquires) {
    note(EventKind::CondWait,
         "wait",
         step,
         static_cast<int>(addressOf(EventKind::Lock, mutex)),
         false);
    t.reacquires = true;
    give(mutex);
    block(w.current, EventKind::CondWait, addressOf(EventKind::CondWait, step.object));
    w.waiters.push_back(w.current);
    return leaveCurrent();
  }
  t.reacquires = t.entered = false;
  take(mutex);
  deliver({.kind = EventKind::Woken, .address = addressOf(EventKind::CondWait, step.object)});
  ++t.next;
}

// Enters the next step of current and stops before it where others could run.
void enter(const Step& step, Thread& t) {
  World& w = sim.world;
  ++w.events;
  if (w.events > kMostEvents)
    fail(FailureKind::Hang, abi::MessageId::RunsWithoutEnd, "too long");
  t.entered = true;
  if (isLocal(step.op) || !isPoint(step) ||
      (readyThreads().size() < 2 && !sim.options.askWhenAlone))
    return;
  if (!isAvailable(step))
    return;
  EventKind kind = kindOf(step.op);
  bool isAddressed =
      kind != EventKind::ThreadCreate && kind != EventKind::Yield && kind != EventKind::CallBegin;
  w.pending[w.current] = {siteOf(w.current, t.next),
                          isAddressed ? addressOf(kind, step.object) : 0,
                          kind,
                          step.op != Op::Load,
                          isAccess(step.op) ? 4u : 0u};
  choosePoint(step.op == Op::Yield);
}

void perform(const Step& step, Thread& t) {
  if (!isAvailable(step)) {
    EventKind kind = kindOf(step.op);
    block(sim.world.current, kind, addressOf(kind, step.object));
    return leaveCurrent();
  }
  if (step.op == Op::Wait)
    return wait(step, t);
  t.entered = false;
  if (isAccess(step.op))
    access(step, t);
  else if (isLocal(step.op))
    local(step, t);
  else
    synchronise(step);
  ++t.next;
}

} // namespace

void interpret() {
  for (;;) {
    ThreadId running = sim.world.current;
    Thread& t = sim.world.threads[running];
    if (t.next < stepsOf(running).size())
      t.entered ? perform(stepOf(running), t) : enter(stepOf(running), t);
    else if (isClass())
      continueClass();
    else
      finishThread();
  }
}

} // namespace heddle::explore::inline simulation
