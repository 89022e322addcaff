// SPDX-License-Identifier: Apache-2.0
// What the interpreter in a class harness does (runtime/subject/interpreter.cpp), and what the runtime knows about it
// (runtime/calls.cpp).
#include "simulated_class.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "simulation.h"
#include "support/hash.h"

namespace heddle::explore::inline simulation {

namespace {

constexpr unsigned kPerObject = kObjects / abi::kMaxObjects;

struct Table {
  std::vector<std::string> names;
  std::vector<abi::Operation> operations;
  abi::ClassTable table{};
};
Table theClass;

unsigned writeCall(const abi::Call& call, char* out, unsigned capacity) {
  const std::string& name = theClass.names[call.operation];
  int length = call.operation == 0
                   ? std::snprintf(out, capacity, "%s $%u", name.c_str(), call.receiver)
                   : std::snprintf(out, capacity, "$%u.%s()", call.receiver, name.c_str());
  return std::min(static_cast<unsigned>(length), capacity - 1);
}

// main's steps while lanes run: creates and joins `lanes` threads.
const std::vector<Step>& laneSteps(unsigned lanes) {
  static std::array<std::vector<Step>, abi::kMaxLanes + 1> steps;
  if (steps[lanes].empty() && lanes != 0)
    steps[lanes] = forkJoin(std::vector<std::vector<Step>>(lanes)).threads[0];
  return steps[lanes];
}

bool isRunningLanes(ThreadId thread) {
  return thread == 0 && sim.world.phase == Phase::Lanes;
}

unsigned laneOf(ThreadId thread) {
  if (thread != 0)
    return thread;
  return sim.world.phase == Phase::Epilogue ? abi::kEpilogueLane : abi::kPrefixLane;
}

void eraseObject(unsigned object) {
  for (unsigned i = 0; i < kPerObject; ++i)
    sim.world.variables[object * kPerObject + i] = 0;
}

void endCall(Thread& t) {
  World& w = sim.world;
  runtime::CallRecord& record = w.records[t.record];
  abi::CallResult& result = record.result;
  if (result.ending == abi::CallEnding::Running) {
    result.ending = abi::CallEnding::Returned;
    result.comparable = true;
    if (sim.returns[t.call->operation]) {
      result.value = static_cast<std::uint64_t>(t.accumulator);
      std::snprintf(result.text, sizeof result.text, "%d", t.accumulator);
    }
  }
  record.lastEvent = w.events;
  cover(EventKind::CallEnd, nullptr);
  deliver({.kind = EventKind::CallEnd, .value = record.lane * 65536u + record.index});
  t.isInCall = false;
  t.call = nullptr;
}

void startLanes() {
  World& w = sim.world;
  w.lanes = sim.calls->laneCount();
  w.phase = Phase::Lanes;
  w.threads[0].next = 0;
  w.threads[0].entered = false;
}

std::uint64_t stateOf(const World& world) {
  Hasher hasher;
  for (int variable : world.variables)
    hasher.add(variable);
  for (int holder : world.holders)
    hasher.add(holder);
  for (bool made : world.made)
    hasher.add(made);
  return hasher.value();
}

} // namespace

void load(const Class& description) {
  forgetProgram();
  theClass.names = {"Simulated"};
  sim.methods = {{{Op::BeginCall}}};
  sim.returns = {false};
  for (const Method& method : description.methods) {
    theClass.names.push_back(method.name);
    std::vector<Step>& steps = sim.methods.emplace_back();
    steps.push_back({Op::BeginCall});
    steps.insert(steps.end(), method.steps.begin(), method.steps.end());
    sim.returns.push_back(method.returns);
  }
  theClass.operations.assign(theClass.names.size(), {});
  for (std::size_t i = 0; i < theClass.names.size(); ++i) {
    abi::Operation& operation = theClass.operations[i];
    operation.name = operation.signature = theClass.names[i].c_str();
    operation.kind = i == 0 ? abi::OperationKind::Constructor : abi::OperationKind::Method;
    operation.write = writeCall;
  }
  theClass.table = {.version = abi::ClassTable::kVersion,
                    .objectSize = kPerObject * 8,
                    .className = theClass.names[0].c_str(),
                    .operations = theClass.operations.data(),
                    .operationCount = static_cast<std::uint32_t>(theClass.operations.size()),
                    .invariantCount = 0,
                    .invariants = nullptr,
                    .exclusions = nullptr,
                    .exclusionCount = 0,
                    .destroy = nullptr};
  makeSites(sim.methods.size() * kSitesPerThread);
}

const std::vector<Step>& classSteps(ThreadId thread) {
  static const std::vector<Step> nothing;
  if (isRunningLanes(thread))
    return laneSteps(sim.world.lanes);
  const abi::Call* call = sim.world.threads[thread].call;
  return call == nullptr ? nothing : sim.methods[call->operation];
}

Step inItsObject(Step step, ThreadId thread) {
  if (isRunningLanes(thread))
    return step;
  unsigned first = sim.world.threads[thread].call->receiver * kPerObject;
  step.object += first;
  if (step.op == Op::Wait)
    step.value += static_cast<int>(first); // its mutex
  return step;
}

const abi::SiteRecord* classSite(ThreadId thread, std::size_t step) {
  const abi::Call* call = sim.world.threads[thread].call;
  return &sim.sites[(call == nullptr ? 0 : call->operation) * kSitesPerThread + step];
}

void continueClass() {
  World& w = sim.world;
  Thread& t = w.threads[w.current];
  if (t.isInCall)
    endCall(t);
  if (isRunningLanes(w.current)) {
    w.phase = Phase::Epilogue;
    t.begun = 0;
  }
  t.next = 0;
  t.entered = false;
  t.call = sim.calls->nextCall(laneOf(w.current), t.begun);
  if (t.call != nullptr)
    return;
  if (w.current == 0 && w.phase == Phase::Prefix)
    return startLanes();
  finishThread();
}

void beginCall() {
  World& w = sim.world;
  Thread& t = w.threads[w.current];
  const abi::Call& call = *t.call;
  t.record = w.records.size();
  t.isInCall = true;
  runtime::CallRecord& record = w.records.emplace_back();
  record.call = t.call;
  record.lane = static_cast<std::uint8_t>(laneOf(w.current));
  record.index = t.begun++;
  record.firstEvent = w.events;
  record.coverage = sim.options.callCoverage ? 1 + call.operation : 0;
  w.trace += (w.trace.empty() ? "" : " ") + std::to_string(w.current) + ":" +
             theClass.names[call.operation];
  deliver({.kind = EventKind::CallBegin, .value = record.lane * 65536u + record.index});
  if (call.operation == 0) {
    eraseObject(call.receiver);
    w.made[call.receiver] = true;
  } else if (!w.made[call.receiver]) {
    record.result.ending = abi::CallEnding::Refused;
    t.next = sim.methods[call.operation].size() - 1;
  }
}

void throwFromCall() {
  World& w = sim.world;
  abi::CallResult& result = w.records[w.threads[w.current].record].result;
  result.ending = abi::CallEnding::Threw;
  result.exceptionType = "St13runtime_error";
  std::snprintf(result.text, sizeof result.text, "simulated");
}

void cover(EventKind kind, const abi::SiteRecord* site) {
  const Thread& t = sim.world.threads[sim.world.current];
  if (!t.isInCall || !sim.options.callCoverage)
    return;
  runtime::CallRecord& record = sim.world.records[t.record];
  Hasher hasher;
  hasher.add(record.coverage).add(static_cast<unsigned>(kind));
  hasher.add(site == nullptr ? 0 : site->line).add(static_cast<unsigned>(record.result.ending));
  record.coverage = hasher.value();
}

} // namespace heddle::explore::inline simulation

namespace heddle::runtime {

namespace simulation = explore::simulation;
using simulation::sim;

const abi::ClassTable* classTable() {
  return simulation::isClass() ? &simulation::theClass.table : nullptr;
}

const CallRecord* callRecords(std::size_t* count) {
  *count = sim.world.records.size();
  return sim.world.records.data();
}

ThreadId laneThread(unsigned lane) {
  if (simulation::isClass() && lane == abi::kEpilogueLane)
    return 0;
  bool isThere =
      lane < sim.world.threadCount && sim.world.threads[lane].state != simulation::State::Absent;
  return isThere ? static_cast<ThreadId>(lane) : kNoThread;
}

unsigned threadsOfTheClass() {
  return 0;
}

bool surroundingsVaried() {
  return sim.world.clock != 0;
}

EndingStart endingStart() {
  const simulation::World& world = sim.world;
  bool mayBeLeftOut = sim.sink == nullptr && !sim.options.askWhenAlone;
  return {.state = mayBeLeftOut ? simulation::stateOf(world) : 0,
          .events = world.events,
          .points = world.points,
          .threads = world.threadCount};
}

void endLike(const CallRecord* calls, std::size_t count, std::uint64_t events) {
  simulation::World& world = sim.world;
  for (std::size_t i = 0; i < count; ++i) {
    CallRecord& record = world.records.emplace_back(calls[i]);
    record.firstEvent += world.events;
    record.lastEvent += world.events;
  }
  world.events += events;
  abandonExecution();
}

std::uint64_t objectState() {
  return simulation::stateOf(sim.world);
}

std::uintptr_t objectAddress(unsigned index) {
  return sim.world.made[index]
             ? simulation::addressOf(EventKind::Load, index * simulation::kPerObject)
             : 0;
}

// Nothing compares them with summaries here.
const CallAccess* callAccesses(std::size_t* count) {
  *count = 0;
  return nullptr;
}
bool isHeap(std::uintptr_t /*address*/) {
  return false;
}
const CallLock* callLocks(unsigned /*held*/, unsigned* count) {
  *count = 0;
  return nullptr;
}
const NestedLock* nestedLocks(std::size_t* count) {
  *count = 0;
  return nullptr;
}
std::size_t checkpointSize(unsigned /*slot*/) {
  return sizeof(simulation::World);
}

} // namespace heddle::runtime
