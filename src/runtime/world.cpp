// SPDX-License-Identifier: Apache-2.0
#include "runtime/world.h"

#include "runtime/event_stream.h"
#include "runtime/fiber.h"
#include "runtime/libc/process_state.h"
#include "runtime/memory/arena.h"
#include "runtime/memory/checkpoint.h"
#include "runtime/memory/data_image.h"
#include "runtime/races/race_detector.h"
#include "runtime/races/sharing.h"
#include "runtime/scheduler.h"
#include "runtime/system/modules.h"
#include "runtime/system/raw_output.h"

namespace heddle::runtime {

namespace {

bool ready;

void clearOutcome() {
  Outcome& outcome = engine.outcome;
  outcome.kind = FailureKind::None;
  outcome.thread = 0;
  outcome.site = nullptr;
  outcome.address = 0;
  outcome.message.id = MessageId::None;
  outcome.message.arguments[0] = '\0';
  outcome.exitStatus = 0;
  outcome.exitedEarly = outcome.unsupported = false;
  outcome.stack.depth = 0;
  outcome.relatedStack.depth = 0;
  outcome.relation = Relation::None;
  outcome.relatedThread = kNoThread;
}

const Outcome& finishOutcome() {
  engine.inSubject = false;
  Outcome& outcome = engine.outcome;
  outcome.events = exec.events;
  outcome.delivered = exec.delivered;
  outcome.points = exec.points;
  outcome.switches = exec.switches;
  outcome.threads = exec.threads;
  outcome.madeFair = exec.madeFair;
  outcome.learnedSharing = exec.learnedSharing;
  return outcome;
}

void enterSubject(std::uint64_t value) {
  ++engine.executions;
  takeOwnerTag(exec.current);
  engine.executing = engine.inSubject = true;
  heddle_rt_switch(
      &engine.engineStackPointer, currentFiber().stackPointer, currentFiber().fsBase, value);
  engine.executing = false;
}

} // namespace

bool worldIsReady() {
  return ready;
}

void keepWorldAsBase() {
  keepArenaAsBase();
  keepDataAsBase();
  ready = true;
}

void restoreBase() {
  restoreBaseData();
  resetArena();
  exec.current = 0;
  exec.threads = 0;
  exec.aliveThreads = 0;
  exec.unjoinedThreads = 0;
  exec.runnableCount = 0;
  exec.timedCount = 0;
  exec.runnable.clear();
  exec.events = exec.segmentStart = exec.points = exec.switches = 0;
  setTracing(engine.sink != nullptr);
  exec.segmentCount = exec.pickCount = exec.releaseCount = exec.ticks = 0;
  exec.clock = 1'000'000'000'000; // arbitrary, not 0: programs subtract from now
  exec.nextTicket = 0;
  exec.fairState = 0x9e3779b97f4a7c15ULL;
  exec.fairTurnEnd = exec.completedAt = 0;
  exec.eventLimit = nextEventLimit();
  exec.traceHash = exec.delivered = 0;
  exec.lastSite = nullptr;
  exec.scratchUsed = 0;
  exec.calls = nullptr;
  exec.exitCallbacks = exec.quickExitCallbacks = nullptr;
  exec.exiting = exec.madeFair = exec.learnedSharing = false;
  beginRaceExecution();
  resetProcessState();
}

namespace {

void startFromBase() {
  restoreBase();
  startThread(nullptr, nullptr);
  mainThreadStarts();
  enterSubject(0);
}

void continueFrom(unsigned slot) {
  readCheckpoint(slot);
  exec.learnedSharing = false;
  exec.eventLimit = nextEventLimit(); // the options may have changed since
  setTracing(engine.sink != nullptr);
  enterSubject(1);
}

} // namespace

Lease::Lease() : number_(++engine.leases) {
  engine.lease = number_;
  forgetCheckpoints();
  forgetSharing();
}

Lease::~Lease() {
  if (isHeld())
    engine.lease = 0;
}

bool Lease::isHeld() const {
  return engine.lease == number_;
}

const Outcome& Lease::run(const Run& run) const {
  HEDDLE_RT_CHECK(isHeld());
  engine.chooser = &run.chooser;
  engine.options = run.options;
  engine.sink = run.sink;
  engine.calls = run.calls;
  clearOutcome();
  if (run.checkpoint == Run::kFromStart)
    startFromBase();
  else
    continueFrom(run.checkpoint);
  return finishOutcome();
}

unsigned Lease::takeSlot() const {
  HEDDLE_RT_CHECK(isHeld());
  return takeCheckpointSlot();
}

void Lease::freeSlot(unsigned slot) const {
  if (isHeld())
    freeCheckpointSlot(slot);
}

void Lease::forgetSharing() const {
  HEDDLE_RT_CHECK(isHeld());
  forgetSharedMemory();
  forgetCells();
}

void abandonExecution() {
  returnToEngine(Return::Abandoned);
}

} // namespace heddle::runtime
