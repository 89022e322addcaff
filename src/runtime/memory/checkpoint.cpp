// SPDX-License-Identifier: Apache-2.0
// A checkpoint leaves out unused memory: the part of tables after their last entry, and the parts of stacks that do not
// contain a frame or a variable. A test of a class has many small checkpoints, and their main cost is cache misses.
#include "runtime/memory/checkpoint.h"

#include <cstddef>
#include <cstring>

#include "runtime/fiber.h"
#include "runtime/memory/arena.h"
#include "runtime/memory/data_image.h"
#include "runtime/races/race_detector.h"
#include "runtime/state.h"
#include "runtime/system/raw_output.h"

namespace heddle::runtime {

namespace {

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
// Released slots, last in first out, so that few buffers are used; and the first slot that was never taken.
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

// The bytes before the large array at the end of these structures.
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

// The current thread may have finished already: the choice of the next thread is made on its stack.
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

std::size_t checkpointBytes() {
  std::size_t bytes = kExecutionHead +
                      exec.threads * (sizeof(Extent) + sizeof(Fiber) + sizeof(PendingOperation)) +
                      exec.scratchUsed + dataImageBytes(writtenLibraryPages()) +
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
  checkpoint.libraryPages = writtenLibraryPages();
  writeDataImage(out.take(dataImageBytes(checkpoint.libraryPages)), checkpoint.libraryPages);
  out.write(blocks, exec.blockCount * sizeof(Block));
  forEachArenaRange([&](std::uintptr_t low, std::uintptr_t high) {
    out.write(reinterpret_cast<void*>(low), high - low);
    out.write(validity + (low - kArena) / 8, (high - low + 7) / 8);
  });
  forEachStack([&](ThreadId id) { writeStack(out, id); });
  checkpoint.cells = cellCount();
  saveCells(out.take(cellBytes(checkpoint.cells)));
}

} // namespace

bool saveCheckpoint(unsigned slot) {
  HEDDLE_RT_CHECK(slot < kMaxCheckpoints);
  return heddle_rt_save_context(writeCheckpoint, &checkpoints[slot]) != 0;
}

void readCheckpoint(unsigned slot) {
  HEDDLE_RT_CHECK(slot < firstUnusedSlot && checkpoints[slot].used != 0);
  const Checkpoint& checkpoint = checkpoints[slot];
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
  readDataImage(in.take(dataImageBytes(checkpoint.libraryPages)), checkpoint.libraryPages);
  in.read(blocks, exec.blockCount * sizeof(Block));
  forEachArenaRange([&](std::uintptr_t low, std::uintptr_t high) {
    in.read(reinterpret_cast<void*>(low), high - low);
    in.read(validity + (low - kArena) / 8, (high - low + 7) / 8);
  });
  forEachStack([&](ThreadId id) { readStack(in, id); });
  restoreCells(in.take(cellBytes(checkpoint.cells)), checkpoint.cells);
}

unsigned takeCheckpointSlot() {
  if (freeSlotCount != 0)
    return freeSlots[--freeSlotCount];
  HEDDLE_RT_CHECK(firstUnusedSlot < kMaxCheckpoints);
  checkpoints[firstUnusedSlot].used = 0;
  return firstUnusedSlot++;
}

void freeCheckpointSlot(unsigned slot) {
  freeSlots[freeSlotCount++] = slot;
}

void forgetCheckpoints() {
  freeSlotCount = firstUnusedSlot = 0;
}

std::size_t checkpointSize(unsigned slot) {
  return checkpoints[slot].used;
}

} // namespace heddle::runtime
