// SPDX-License-Identifier: Apache-2.0
#include "simulated_runtime.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "simulation.h"
#include "support/hash.h"

namespace heddle::explore::inline simulation {

Simulator sim;

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

void forgetProgram() {
  sim.program = {};
  sim.methods.clear();
  sim.returns.clear();
  sim.options = {};
  sim.sink = nullptr;
  sim.checkpoints.clear();
  sim.owners = {};
  sim.executions = sim.resumed = 0;
}

void makeSites(std::size_t count) {
  sim.sites.assign(count, {});
  for (std::size_t i = 0; i < sim.sites.size(); ++i) {
    sim.sites[i].file = "simulated.cpp";
    sim.sites[i].function = "worker";
    sim.sites[i].variable = "";
    sim.sites[i].line = static_cast<std::uint32_t>(i);
  }
}

void load(Program program) {
  forgetProgram();
  sim.program = std::move(program);
  makeSites(sim.program.threads.size() * kSitesPerThread);
}

const runtime::Outcome& execute(runtime::Chooser& chooser, const runtime::Options& options) {
  return lease().run({.chooser = chooser, .options = options});
}

const runtime::Outcome&
executeFrom(unsigned checkpoint, runtime::Chooser& chooser, const runtime::Options& options) {
  return lease().run({.chooser = chooser, .options = options, .checkpoint = checkpoint});
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

void initialise(const ProcessOptions&) {}

namespace {

const Outcome& start(Chooser& chooser, ucontext_t* context) {
  ++sim.executions;
  sim.chooser = &chooser;
  sim.outcome = {};
  swapcontext(&sim.engine, context);
  return sim.outcome;
}

const Outcome& runFromStart(Chooser& chooser) {
  sim.world = {};
  sim.world.threads[0].state = simulation::State::Ready;
  static ucontext_t context;
  getcontext(&context);
  context.uc_stack.ss_sp = sim.stack.data();
  context.uc_stack.ss_size = sim.stack.size();
  context.uc_link = nullptr;
  makecontext(&context, simulation::interpret, 0);
  return start(chooser, &context);
}

const Outcome& resume(unsigned slot, Chooser& chooser) {
  simulation::Checkpoint& checkpoint = sim.checkpoints.at(slot);
  ++sim.resumed;
  sim.world = checkpoint.world;
  std::memcpy(sim.stack.data(), checkpoint.stack.data(), sim.stack.size());
  sim.resuming = true;
  return start(chooser, &checkpoint.context);
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
  sim.calls = run.calls;
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

unsigned blockedThreads(BlockedThread* out, unsigned capacity) {
  unsigned count = 0;
  for (unsigned thread = 0; thread < sim.world.threadCount && count < capacity; ++thread)
    if (const simulation::Thread& t = sim.world.threads[thread];
        t.state == simulation::State::Blocked)
      out[count++] = {static_cast<ThreadId>(thread), t.waitKind, t.waitObject, kNoThread};
  return count;
}

const Release* releases(std::size_t* count) {
  *count = sim.world.releases.size();
  return sim.world.releases.data();
}

ThreadId joinedThread(const PendingOperation& join) {
  return static_cast<ThreadId>((join.address - simulation::addressOf(EventKind::ThreadJoin, 0)) /
                               8);
}

std::uintptr_t releasedMutex(ThreadId waiter) {
  const simulation::Step& wait = simulation::stepsOf(waiter)[sim.world.threads[waiter].next];
  return simulation::addressOf(EventKind::Lock, static_cast<unsigned>(wait.value));
}

unsigned heldLocks(HeldLock* out, unsigned) {
  unsigned count = 0;
  for (unsigned mutex = 0; mutex < simulation::kObjects; ++mutex)
    if (int holder = sim.world.holders[mutex]; holder != 0)
      out[count++] = {
          static_cast<ThreadId>(holder - 1), simulation::addressOf(EventKind::Lock, mutex), {}};
  return count;
}
std::uint64_t threadKind(ThreadId thread) {
  Hasher kind;
  for (const simulation::Step& step : simulation::stepsOf(thread))
    kind.add(static_cast<unsigned>(step.op)).add(step.object).add(step.value);
  return kind.value();
}
StackTrace stackOf(ThreadId) {
  return {};
}

abi::MemoryLocation locate(std::uintptr_t address) {
  return {.region = abi::Region::Global, .offset = static_cast<std::int64_t>(address - 0x1000)};
}

std::uint64_t traceHash() {
  return 0;
}

const abi::SiteRecord* siteTable(std::size_t* count) {
  *count = sim.sites.size();
  return sim.sites.data();
}

const abi::GraphRecord* graphTable(std::size_t* count) {
  *count = 0; // nothing is known about simulated programs
  return nullptr;
}

} // namespace heddle::runtime
