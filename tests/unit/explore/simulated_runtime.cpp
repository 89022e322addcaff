// SPDX-License-Identifier: Apache-2.0
#include "simulated_runtime.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <ucontext.h>

#include "runtime/calls.h"
#include "support/hash.h"

namespace heddle::explore::inline simulation {

using runtime::EventKind;
using runtime::FailureKind;
using runtime::kNoThread;
using runtime::ThreadId;

namespace {

constexpr unsigned kThreads = 16;
constexpr unsigned kObjects = 16;
constexpr std::size_t kStackBytes = 64 * 1024;
constexpr unsigned kMostEvents = 400'000;

enum class State : unsigned char { Absent, Ready, Blocked, Finished };

struct Thread {
  State state = State::Absent;
  std::size_t next = 0;    // index of its next step
  bool entered = false;    // stopped before that step
  bool reacquires = false; // was notified and needs its mutex back
  int accumulator = 0;
  EventKind waitKind{};
  std::uintptr_t waitObject = 0;
};

// Everything that a checkpoint saves.
struct World {
  std::array<Thread, kThreads> threads{};
  std::array<int, kObjects> variables{};
  std::array<int, kObjects> holders{}; // of mutexes: thread + 1, 0 when free
  std::array<runtime::PendingOperation, kThreads> pending{};
  std::vector<ThreadId> waiters; // of all conditions, in order of arrival
  ThreadId current = 0;
  unsigned threadCount = 1;
  std::uint64_t events = 0, segmentStart = 0, points = 0, switches = 0;
  std::vector<runtime::Segment> segments;
  std::vector<runtime::Pick> picks;
  std::vector<runtime::Race> races;
  std::uint64_t delivered = 0;                 // events that went to the sink
  std::array<std::uint32_t, kThreads> calls{}; // begun by each thread
  bool learned = false;
  int exitStatus = 0;
  std::string trace;
};

struct Checkpoint {
  World world;
  ucontext_t context;
  std::vector<char> stack;
};

struct Simulator {
  Program program;
  runtime::Options options;
  runtime::EventSink* sink = nullptr;
  runtime::Chooser* chooser = nullptr;
  World world;
  runtime::Outcome outcome{};
  std::map<unsigned, Checkpoint> checkpoints;
  std::array<int, kObjects> owners{}; // of learned variables: thread + 1; -1 when shared
  std::vector<abi::SiteRecord> sites;
  unsigned executions = 0, resumed = 0;
  std::uint64_t leases = 0;
  unsigned slots = 0;
  ucontext_t engine;
  volatile bool resuming = false;
  alignas(16) std::array<char, kStackBytes> stack;
};

Simulator sim;

constexpr unsigned kSitesPerThread = 100;
const abi::SiteRecord* siteOf(ThreadId thread, std::size_t step) {
  const auto& threads = sim.program.threads;
  auto first = std::ranges::find(threads, threads[thread]);
  auto code = sim.program.sharedCode ? static_cast<std::size_t>(first - threads.begin()) : thread;
  return &sim.sites[code * kSitesPerThread + step];
}

std::uintptr_t addressOf(EventKind kind, unsigned object) {
  bool isMutex = kind == EventKind::Lock || kind == EventKind::Unlock;
  bool isCondition = kind == EventKind::CondWait || kind == EventKind::CondSignal ||
                     kind == EventKind::CondBroadcast;
  return 0x1000 + (isMutex ? 0x1000 : isCondition ? 0x2000 : 0) + 8 * object;
}

[[noreturn]] void endExecution() {
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

[[noreturn]] void fail(FailureKind kind, const char* message) {
  World& w = sim.world;
  sim.outcome.kind = kind;
  sim.outcome.thread = w.current;
  sim.outcome.site =
      kind == FailureKind::Deadlock ? nullptr : siteOf(w.current, w.threads[w.current].next);
  std::snprintf(sim.outcome.message, sizeof sim.outcome.message, "%s", message);
  w.trace += std::string(" !") + message;
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
    fail(FailureKind::Deadlock, "deadlock");
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

// Threads that stopped before this lock cannot complete it any more.
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

void deliver(runtime::Event event) {
  World& w = sim.world;
  if (sim.sink == nullptr)
    return;
  event.number = w.delivered++;
  event.step = w.events;
  event.thread = w.current;
  if (w.calls[w.current] != 0)
    event.call = w.current * 65536u + w.calls[w.current] - 1;
  sim.sink->onEvent(event);
}

void note(EventKind kind, const char* name, const Step& step, int value, bool hasValue) {
  World& w = sim.world;
  std::string text = std::to_string(w.current) + ":" + name + std::to_string(step.object);
  if (hasValue)
    text += "=" + std::to_string(value);
  w.trace += (w.trace.empty() ? "" : " ") + text;
  deliver({.kind = kind,
           .hasValue = hasValue,
           .size = hasValue ? 4u : 0u,
           .site = siteOf(w.current, w.threads[w.current].next),
           .address = addressOf(kind, step.object),
           .value = static_cast<std::uint64_t>(value)});
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

// Whether an access is a scheduling point, given what is known about sharing.
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
  int& variable = sim.world.variables[step.object];
  switch (step.op) {
  case Op::Load:
    t.accumulator = variable;
    return note(EventKind::AtomicLoad, "load", step, variable, true);
  case Op::Store:
    variable = step.value;
    return note(EventKind::AtomicStore, "store", step, variable, true);
  case Op::StoreSum:
    variable = t.accumulator + step.value;
    return note(EventKind::AtomicStore, "store", step, variable, true);
  default:
    t.accumulator = variable += step.value;
    return note(EventKind::AtomicRmw, "add", step, variable, true);
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
    auto mutex = static_cast<unsigned>(sim.program.threads[waiter][w.threads[waiter].next].value);
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

void synchronise(const Step& step) {
  switch (step.op) {
  case Op::Lock:
    note(EventKind::Lock, "lock", step, 0, false);
    return take(step.object);
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
      t.next = sim.program.threads[w.current].size() - 1;
    return;
  case Op::LoopUnless:
    if (t.accumulator != step.value)
      t.next = static_cast<std::size_t>(-1);
    return;
  case Op::FailUnless:
    if (w.variables[step.object] == step.value)
      return;
    [[fallthrough]];
  case Op::Fail:
    fail(FailureKind::Assert, "assertion failed");
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
    std::snprintf(
        sim.outcome.message, sizeof sim.outcome.message, "something that is not modelled");
    endExecution();
  default:
    return;
  }
}

void finishThread() {
  World& w = sim.world;
  w.threads[w.current].state = State::Finished;
  if (w.current == 0)
    endExecution();
  wakeAll(EventKind::ThreadJoin, addressOf(EventKind::ThreadJoin, w.current));
  leaveCurrent();
}

// Waits on a condition in two halves: releases the mutex and blocks; when notified, acquires it again.
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

// Enters the next step of the current thread and stops before it if others could run.
void enter(const Step& step, Thread& t) {
  World& w = sim.world;
  ++w.events;
  if (w.events > kMostEvents)
    fail(FailureKind::Hang, "too long");
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

// Runs on its own stack until the execution ends. Keeps nothing there that a checkpoint would miss.
void interpret() {
  for (;;) {
    ThreadId running = sim.world.current;
    Thread& t = sim.world.threads[running];
    const auto& steps = sim.program.threads[running];
    if (t.next >= steps.size()) {
      finishThread();
    } else if (!t.entered) {
      enter(steps[t.next], t);
    } else {
      perform(steps[t.next], t);
    }
  }
}

const runtime::Outcome& start(runtime::Chooser& chooser, ucontext_t* context) {
  ++sim.executions;
  sim.chooser = &chooser;
  sim.outcome = {};
  swapcontext(&sim.engine, context);
  return sim.outcome;
}

} // namespace

Program forkJoin(std::vector<std::vector<Step>> workers, std::vector<Step> after) {
  Program program;
  program.threads.emplace_back();
  for (unsigned i = 1; i <= workers.size(); ++i)
    program.threads[0].push_back({Op::Create, i});
  for (unsigned i = 1; i <= workers.size(); ++i)
    program.threads[0].push_back({Op::Join, i});
  program.threads[0].insert(program.threads[0].end(), after.begin(), after.end());
  for (auto& worker : workers)
    program.threads.push_back(std::move(worker));
  return program;
}

std::vector<Step> additions(unsigned count, unsigned variable) {
  return std::vector<Step>(count, {Op::Add, variable, 1});
}

void load(Program program) {
  sim.program = std::move(program);
  sim.options = {};
  sim.sink = nullptr;
  sim.checkpoints.clear();
  sim.owners = {};
  sim.executions = sim.resumed = 0;
  sim.sites.assign(sim.program.threads.size() * kSitesPerThread, {});
  for (std::size_t i = 0; i < sim.sites.size(); ++i) {
    sim.sites[i].file = "simulated.cpp";
    sim.sites[i].function = "worker";
    sim.sites[i].variable = "";
    sim.sites[i].line = static_cast<std::uint32_t>(i);
  }
}

const runtime::Outcome& execute(runtime::Chooser& chooser, const runtime::Options& options) {
  return lease().run({.chooser = chooser, .options = options});
}

const runtime::Outcome& executeFrom(unsigned checkpoint, runtime::Chooser& chooser) {
  return lease().run({.chooser = chooser, .options = {}, .checkpoint = checkpoint});
}

const runtime::Lease& lease() {
  static std::optional<runtime::Lease> lease;
  if (!lease || !lease->isHeld())
    lease.emplace();
  return *lease;
}

std::string lastTrace() {
  return sim.world.trace;
}
unsigned executionsRun() {
  return sim.executions;
}
unsigned executionsResumed() {
  return sim.resumed;
}

} // namespace heddle::explore::inline simulation

namespace heddle::runtime {

namespace simulation = explore::simulation;
using simulation::sim;

const char* initialise(const ProcessOptions&) {
  return nullptr;
}

const abi::ClassTable* classTable() {
  return nullptr;
}

namespace {

const Outcome& runFromStart(Chooser& chooser) {
  sim.world = {};
  sim.world.threads[0].state = simulation::State::Ready;
  static ucontext_t context;
  getcontext(&context);
  context.uc_stack.ss_sp = sim.stack.data();
  context.uc_stack.ss_size = sim.stack.size();
  context.uc_link = nullptr;
  makecontext(&context, simulation::interpret, 0);
  return simulation::start(chooser, &context);
}

const Outcome& resume(unsigned slot, Chooser& chooser) {
  simulation::Checkpoint& checkpoint = sim.checkpoints.at(slot);
  ++sim.resumed;
  sim.world = checkpoint.world;
  std::memcpy(sim.stack.data(), checkpoint.stack.data(), sim.stack.size());
  sim.resuming = true;
  return simulation::start(chooser, &checkpoint.context);
}

} // namespace

Lease::Lease() : number_(++sim.leases) {
  sim.checkpoints.clear();
  sim.slots = 0;
  forgetSharing();
}

Lease::~Lease() = default;

bool Lease::isHeld() const {
  return number_ == sim.leases;
}

const Outcome& Lease::run(const Run& run) const {
  if (!isHeld())
    std::abort();
  sim.options = run.options;
  sim.sink = run.sink;
  return run.checkpoint == Run::kFromStart ? runFromStart(run.chooser)
                                           : resume(run.checkpoint, run.chooser);
}

unsigned Lease::takeSlot() const {
  return sim.slots++;
}

void Lease::freeSlot(unsigned slot) const {
  sim.checkpoints.erase(slot);
}

void Lease::forgetSharing() const {
  sim.owners = {};
}

bool saveCheckpoint(unsigned slot) {
  simulation::Checkpoint& checkpoint = sim.checkpoints[slot];
  checkpoint.world = sim.world;
  sim.resuming = false;
  getcontext(&checkpoint.context);
  if (sim.resuming) {
    sim.resuming = false;
    return true;
  }
  checkpoint.stack.assign(sim.stack.begin(), sim.stack.end());
  return false;
}

void abandonExecution() {
  simulation::endExecution();
}

const Segment* segments(std::size_t* count) {
  *count = sim.world.segments.size();
  return sim.world.segments.data();
}

const Pick* picks(std::size_t* count) {
  *count = sim.world.picks.size();
  return sim.world.picks.data();
}

const Refusal* firstRefusal() {
  return nullptr;
}

const Race* races(std::size_t* count) {
  *count = sim.world.races.size();
  return sim.world.races.data();
}

const char* output(std::size_t* bytes) {
  *bytes = 0;
  return "";
}

unsigned blockedThreads(BlockedThread*, unsigned) {
  return 0;
}
unsigned heldLocks(HeldLock* out, unsigned) {
  unsigned count = 0;
  for (unsigned mutex = 0; mutex < simulation::kObjects; ++mutex)
    if (int holder = sim.world.holders[mutex]; holder != 0)
      out[count++] = {
          static_cast<ThreadId>(holder - 1), simulation::addressOf(EventKind::Lock, mutex), {}};
  return count;
}
ThreadId laneThread(unsigned lane) {
  bool isThere =
      lane < sim.world.threadCount && sim.world.threads[lane].state != simulation::State::Absent;
  return isThere ? static_cast<ThreadId>(lane) : kNoThread;
}
std::uint64_t threadKind(ThreadId thread) {
  Hasher kind;
  for (const simulation::Step& step : sim.program.threads[thread])
    kind.add(static_cast<unsigned>(step.op)).add(step.object).add(step.value);
  return kind.value();
}
StackTrace stackOf(ThreadId) {
  return {};
}

unsigned describeAddress(std::uintptr_t address, char* out, unsigned capacity) {
  return static_cast<unsigned>(
      std::snprintf(out, capacity, "global+0x%lx", static_cast<unsigned long>(address - 0x1000)));
}

std::uint64_t traceHash() {
  return 0;
}

const abi::SiteRecord* siteTable(std::size_t* count) {
  *count = sim.sites.size();
  return sim.sites.data();
}

} // namespace heddle::runtime
