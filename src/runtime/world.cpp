// SPDX-License-Identifier: Apache-2.0
#include "runtime/world.h"

#include <cstddef>
#include <cstring>
#include <sys/mman.h>

#include "runtime/arena.h"
#include "runtime/event_stream.h"
#include "runtime/fiber.h"
#include "runtime/libc/process_state.h"
#include "runtime/modules.h"
#include "runtime/race_detector.h"
#include "runtime/raw_output.h"
#include "runtime/scheduler.h"
#include "runtime/sharing.h"

namespace heddle::runtime {

namespace {

bool ready;
void* baseData; // all data regions, one after the other

// Pages of libstdc++'s data are mostly never written. They start out read-only; the first write to one faults once
// (noteLibraryWrite), from then on it is writable and restored. So only what changes is copied.
constexpr unsigned kMaxLibraryPages = 64;
struct LibraryPage {
  std::uintptr_t low, high;
  void* image;
};
LibraryPage watchedPages[kMaxLibraryPages];
unsigned watchedCount;
LibraryPage writtenPages[kMaxLibraryPages];
unsigned writtenCount;

void watchLibraryPages() {
  DataRegion region = standardLibraryData();
  for (std::uintptr_t low = region.low; low < region.high; low = (low | (kPage - 1)) + 1) {
    std::uintptr_t end = (low | (kPage - 1)) + 1;
    HEDDLE_RT_CHECK(watchedCount < kMaxLibraryPages);
    LibraryPage& page = watchedPages[watchedCount++];
    page = {low, end < region.high ? end : region.high, mapAnonymous(kPage)};
    std::memcpy(page.image, reinterpret_cast<void*>(page.low), page.high - page.low);
    mprotect(reinterpret_cast<void*>(page.low & ~(kPage - 1)), kPage, PROT_READ);
  }
}

void restoreLibraryPages() {
  for (unsigned i = 0; i < writtenCount; ++i)
    std::memcpy(reinterpret_cast<void*>(writtenPages[i].low),
                writtenPages[i].image,
                writtenPages[i].high - writtenPages[i].low);
}

std::size_t dataBytes() {
  std::size_t count;
  const DataRegion* regions = dataRegions(&count);
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < count; ++i)
    bytes += regions[i].high - regions[i].low;
  return bytes;
}

void saveData(void* to) {
  std::size_t count;
  const DataRegion* regions = dataRegions(&count);
  auto* out = static_cast<char*>(to);
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t bytes = regions[i].high - regions[i].low;
    std::memcpy(out, reinterpret_cast<void*>(regions[i].low), bytes);
    out += bytes;
  }
}

void restoreData(const void* from) {
  std::size_t count;
  const DataRegion* regions = dataRegions(&count);
  const auto* in = static_cast<const char*>(from);
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t bytes = regions[i].high - regions[i].low;
    std::memcpy(reinterpret_cast<void*>(regions[i].low), in, bytes);
    in += bytes;
  }
}

// ---- checkpoints ------------------------------------------------------------------------------------

// One checkpoint: a buffer that holds everything in a fixed order. Grows, is reused, never shrinks.
struct Checkpoint {
  char* buffer;
  std::size_t capacity;
  std::size_t used;
  std::uint32_t cells;
  unsigned libraryPages;
};

constexpr unsigned kMaxCheckpoints = 1 << 12;
Checkpoint checkpoints[kMaxCheckpoints];
// Slots that were given back, last in first out, so that few buffers are used; and the first never taken.
unsigned freeSlots[kMaxCheckpoints];
unsigned freeSlotCount;
unsigned firstUnusedSlot;

class Writer {
public:
  explicit Writer(Checkpoint& checkpoint) : checkpoint_(checkpoint) { checkpoint_.used = 0; }
  void write(const void* from, std::size_t bytes) { std::memcpy(take(bytes), from, bytes); }
  void* take(std::size_t bytes) {
    HEDDLE_RT_CHECK(checkpoint_.used + bytes <= checkpoint_.capacity);
    checkpoint_.used += bytes;
    return checkpoint_.buffer + checkpoint_.used - bytes;
  }

private:
  Checkpoint& checkpoint_;
};

class Reader {
public:
  explicit Reader(const Checkpoint& checkpoint) : next_(checkpoint.buffer) {}
  void read(void* to, std::size_t bytes) {
    std::memcpy(to, next_, bytes);
    next_ += bytes;
  }
  const void* take(std::size_t bytes) {
    next_ += bytes;
    return next_ - bytes;
  }

private:
  const char* next_;
};

// Of the structures that end in a large array: the bytes before it.
constexpr std::size_t kExecutionHead = offsetof(Execution, extents);
constexpr std::size_t kFiberHead = offsetof(Fiber, held);

void writeFiber(Writer& out, const Fiber& fiber) {
  out.write(&fiber, kFiberHead);
  out.write(fiber.held, fiber.heldCount * sizeof(HeldLockRecord));
}

void readFiber(Reader& in, Fiber& fiber) {
  in.read(&fiber, kFiberHead);
  in.read(fiber.held, fiber.heldCount * sizeof(HeldLockRecord));
}

// Current may have finished already: the choice of the next thread is made on its stack.
bool hasStack(const Fiber& fiber) {
  return fiber.state == FiberState::Ready || fiber.state == FiberState::Blocked ||
         &fiber == &currentFiber();
}

// Calls visit(id) for each thread that has a stack.
template <typename Visit>
void forEachStack(Visit visit) {
  for (unsigned i = 0; i < exec.threads; ++i)
    if (hasStack(fibers[i]))
      visit(static_cast<ThreadId>(i));
}

std::size_t frameBytes(ThreadId id) {
  return tlsLow(id) - reinterpret_cast<std::uintptr_t>(fibers[id].stackPointer);
}

std::size_t stackBytes(ThreadId id) {
  ThreadMemory memory = threadMemory(id);
  return frameBytes(id) + (memory.high - memory.variables) + sizeof(std::uint64_t);
}

void writeStack(Writer& out, ThreadId id) {
  ThreadMemory memory = threadMemory(id);
  std::uint64_t isFresh = hasFreshControlBlock(id) ? 1 : 0;
  std::uintptr_t end = isFresh != 0 ? memory.controlBlock : memory.high;
  out.write(fibers[id].stackPointer, frameBytes(id));
  out.write(&isFresh, sizeof isFresh);
  out.write(reinterpret_cast<void*>(memory.variables), end - memory.variables);
}

void readStack(Reader& in, ThreadId id) {
  ThreadMemory memory = threadMemory(id);
  std::uint64_t isFresh = 0;
  in.read(fibers[id].stackPointer, frameBytes(id));
  in.read(&isFresh, sizeof isFresh);
  std::uintptr_t end = isFresh != 0 ? memory.controlBlock : memory.high;
  in.read(reinterpret_cast<void*>(memory.variables), end - memory.variables);
  if (isFresh != 0)
    refreshControlBlock(id);
}

std::size_t libraryBytes() {
  std::size_t bytes = 0;
  for (unsigned i = 0; i < writtenCount; ++i)
    bytes += writtenPages[i].high - writtenPages[i].low;
  return bytes;
}

std::size_t checkpointBytes() {
  std::size_t bytes = kExecutionHead +
                      exec.threads * (sizeof(Extent) + sizeof(Fiber) + sizeof(PendingOperation)) +
                      exec.scratchUsed + dataBytes() + libraryBytes() +
                      exec.blockCount * sizeof(Block) + cellBytes(cellCount());
  forEachArenaRange([&](std::uintptr_t low, std::uintptr_t high) {
    bytes += (high - low) + (high - low) / 8 + 8;
  });
  forEachStack([&](ThreadId id) { bytes += stackBytes(id); });
  return bytes;
}

void reserveCheckpoint(Checkpoint& checkpoint, std::size_t bytes) {
  if (checkpoint.capacity >= bytes)
    return;
  if (checkpoint.buffer != nullptr)
    unmapAnonymous(checkpoint.buffer, checkpoint.capacity);
  checkpoint.capacity = roundUp(bytes + bytes / 4, kPage);
  checkpoint.buffer = static_cast<char*>(mapAnonymous(checkpoint.capacity));
}

// Runs below heddle_rt_save_context: the stack from `stackPointer` up is what resuming needs.
void writeCheckpoint(void* stackPointer, void* argument) {
  auto& checkpoint = *static_cast<Checkpoint*>(argument);
  currentFiber().stackPointer = stackPointer;
  reserveCheckpoint(checkpoint, checkpointBytes());
  Writer out(checkpoint);
  out.write(&exec, kExecutionHead + exec.threads * sizeof(Extent));
  for (unsigned i = 0; i < exec.threads; ++i)
    writeFiber(out, fibers[i]);
  out.write(pendingOperations, exec.threads * sizeof(PendingOperation));
  out.write(reinterpret_cast<void*>(kScratch), exec.scratchUsed);
  saveData(out.take(dataBytes()));
  checkpoint.libraryPages = writtenCount;
  for (unsigned i = 0; i < writtenCount; ++i)
    out.write(reinterpret_cast<void*>(writtenPages[i].low),
              writtenPages[i].high - writtenPages[i].low);
  out.write(blocks, exec.blockCount * sizeof(Block));
  forEachArenaRange([&](std::uintptr_t low, std::uintptr_t high) {
    out.write(reinterpret_cast<void*>(low), high - low);
    out.write(validity + (low - kArena) / 8, (high - low + 7) / 8);
  });
  forEachStack([&](ThreadId id) { writeStack(out, id); });
  checkpoint.cells = cellCount();
  saveCells(out.take(cellBytes(checkpoint.cells)));
}

void readCheckpoint(const Checkpoint& checkpoint) {
  // What the later part of the execution allocated must not look valid.
  forEachArenaRange([](std::uintptr_t low, std::uintptr_t high) {
    std::memset(validity + (low - kArena) / 8, 0, (high - low + 7) / 8);
  });
  Reader in(checkpoint);
  std::memset(exec.extents, 0, exec.threads * sizeof(Extent));
  in.read(&exec, kExecutionHead);
  in.read(exec.extents, exec.threads * sizeof(Extent));
  for (unsigned i = 0; i < exec.threads; ++i)
    readFiber(in, fibers[i]);
  in.read(pendingOperations, exec.threads * sizeof(PendingOperation));
  in.read(reinterpret_cast<void*>(kScratch), exec.scratchUsed);
  restoreData(in.take(dataBytes()));
  restoreLibraryPages(); // those first written after the checkpoint had their base content then
  for (unsigned i = 0; i < checkpoint.libraryPages; ++i)
    in.read(reinterpret_cast<void*>(writtenPages[i].low),
            writtenPages[i].high - writtenPages[i].low);
  in.read(blocks, exec.blockCount * sizeof(Block));
  forEachArenaRange([&](std::uintptr_t low, std::uintptr_t high) {
    in.read(reinterpret_cast<void*>(low), high - low);
    in.read(validity + (low - kArena) / 8, (high - low + 7) / 8);
  });
  forEachStack([&](ThreadId id) { readStack(in, id); });
  restoreCells(in.take(cellBytes(checkpoint.cells)), checkpoint.cells);
}

void clearOutcome() {
  Outcome& outcome = engine.outcome;
  outcome.kind = FailureKind::None;
  outcome.thread = 0;
  outcome.site = nullptr;
  outcome.address = 0;
  outcome.message[0] = '\0';
  outcome.exitStatus = 0;
  outcome.exitedEarly = outcome.unsupported = false;
  outcome.stack.depth = 0;
  outcome.relatedStack.depth = 0;
  outcome.relatedWhat = nullptr;
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
  baseData = mapAnonymous(dataBytes());
  saveData(baseData);
  watchLibraryPages();
  ready = true;
}

bool noteLibraryWrite(std::uintptr_t address) {
  for (unsigned i = 0; i < watchedCount; ++i) {
    LibraryPage page = watchedPages[i];
    if (address < (page.low & ~(kPage - 1)) || address >= page.high)
      continue;
    mprotect(reinterpret_cast<void*>(page.low & ~(kPage - 1)), kPage, PROT_READ | PROT_WRITE);
    writtenPages[writtenCount++] = page;
    watchedPages[i] = watchedPages[--watchedCount];
    return true;
  }
  return false;
}

void restoreBase() {
  restoreData(baseData);
  restoreLibraryPages();
  resetArena();
  exec.current = 0;
  exec.threads = 0;
  exec.aliveThreads = 0;
  exec.runnableCount = 0;
  exec.timedCount = 0;
  exec.runnable.clear();
  exec.events = exec.segmentStart = exec.points = exec.switches = 0;
  setTracing(engine.sink != nullptr);
  exec.segmentCount = exec.pickCount = exec.ticks = 0;
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

bool saveCheckpoint(unsigned slot) {
  HEDDLE_RT_CHECK(slot < kMaxCheckpoints);
  return heddle_rt_save_context(writeCheckpoint, &checkpoints[slot]) != 0;
}

namespace {

void startFromBase() {
  restoreBase();
  startThread(nullptr, nullptr);
  mainThreadStarts();
  enterSubject(0);
}

void continueFrom(unsigned slot) {
  HEDDLE_RT_CHECK(slot < firstUnusedSlot && checkpoints[slot].used != 0);
  readCheckpoint(checkpoints[slot]);
  exec.learnedSharing = false;
  exec.eventLimit = nextEventLimit(); // the options may have changed since
  setTracing(engine.sink != nullptr);
  enterSubject(1);
}

} // namespace

Lease::Lease() : number_(++engine.leases) {
  engine.lease = number_;
  freeSlotCount = firstUnusedSlot = 0;
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
  if (freeSlotCount != 0)
    return freeSlots[--freeSlotCount];
  HEDDLE_RT_CHECK(firstUnusedSlot < kMaxCheckpoints);
  checkpoints[firstUnusedSlot].used = 0;
  return firstUnusedSlot++;
}

void Lease::freeSlot(unsigned slot) const {
  if (isHeld())
    freeSlots[freeSlotCount++] = slot;
}

void Lease::forgetSharing() const {
  HEDDLE_RT_CHECK(isHeld());
  forgetSharedMemory();
  forgetCells();
}

std::size_t checkpointSize(unsigned slot) {
  return checkpoints[slot].used;
}

void abandonExecution() {
  returnToEngine(Return::Abandoned);
}

} // namespace heddle::runtime
