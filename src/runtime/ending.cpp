// SPDX-License-Identifier: Apache-2.0
// Problem: most executions of a test differ in their lanes and then reach one of a few states, from which the epilogue
// and the destructors run the same way each time. On vector_117 they took a third of the time.
// Idea: when one thread is left, what follows depends only on the world. Its state is hashed, so that a known ending
// need not be run again. The hash covers what a checkpoint would save and the thread can read. What the
// runtime keeps outside memory (open files, signal actions, keys) is rare and makes the state incomparable.
// Related: stateful search prunes what follows a visited state (Holzmann's SPIN). Here only a part without choices is
// left out, so that every execution is still run, counted and judged.
#include "runtime/calls.h"
#include "runtime/digest.h"
#include "runtime/fiber.h"
#include "runtime/memory/arena.h"
#include "runtime/memory/data_image.h"

namespace heddle::runtime {

namespace {

// Hashing more than this is too expensive.
constexpr std::size_t kMostBytes = std::size_t{32} << 10;

// Sinks, and choosers that are asked when alone, must see the ending.
bool mayBeLeftOut() {
  return engine.sink == nullptr && !engine.options.askWhenAlone && !exec.madeFair;
}

bool isInMemory() {
  return exec.openFiles == 0 && exec.keys == nullptr && currentFiber().keyValues == nullptr &&
         exec.streamLocks == nullptr && exec.signalActions == nullptr && exec.freeBlocks == nullptr;
}

void addCallbacks(Digest& digest, const ExitCallback* callback) {
  for (; callback != nullptr; callback = callback->next) {
    digest.add(reinterpret_cast<std::uintptr_t>(callback->function));
    digest.add(reinterpret_cast<std::uintptr_t>(callback->argument));
  }
  digest.add(0);
}

// Freed memory cannot be read. Returns false if there is too much of the rest.
bool addHeap(Digest& digest) {
  std::size_t bytes = 0;
  for (std::uint32_t i = 1; i < exec.blockCount; ++i) {
    const Block& block = blocks[i];
    digest.add(std::uint64_t{block.offset} << 32 | block.size);
    digest.add(static_cast<std::uint64_t>(block.family) << 1 | (block.live ? 1 : 0));
    if (!block.live)
      continue;
    bytes += block.size;
    if (bytes > kMostBytes)
      return false;
    digest.add(reinterpret_cast<const void*>(kArena + block.offset), block.size);
  }
  return true;
}

// The frames of the thread are the interpreter's, which are the same in every execution.
void addThread(Digest& digest) {
  const Fiber& fiber = currentFiber();
  ThreadMemory memory = threadMemory(exec.current);
  digest.add(reinterpret_cast<const void*>(memory.variables),
             memory.controlBlock - memory.variables);
  digest.add(fiber.signalMask);
  digest.add(fiber.heldCount);
  addCallbacks(digest, fiber.exitCallbacks);
}

void addExecution(Digest& digest) {
  digest.add(exec.threads);
  digest.add(exec.clock);
  digest.add(exec.randomState);
  digest.add(exec.stdinPosition);
  digest.add(exec.commonUsed);
  digest.add(exec.ticks & 3); // of which every fourth is an event
  digest.add(exec.extents, exec.threads * sizeof(Extent));
  addCallbacks(digest, exec.exitCallbacks);
  addCallbacks(digest, exec.quickExitCallbacks);
}

} // namespace

EndingStart endingStart() {
  EndingStart start{
      .state = 0, .events = exec.events, .points = exec.points, .threads = exec.threads};
  bool isAlone = exec.aliveThreads == 1 && exec.unjoinedThreads == 0;
  if (!isAlone || !mayBeLeftOut() || !isInMemory() ||
      dataImageBytes(writtenLibraryPages()) > kMostBytes)
    return start;
  Digest digest;
  addExecution(digest);
  addThread(digest);
  addData(digest);
  if (addHeap(digest))
    start.state = digest.value();
  return start;
}

} // namespace heddle::runtime
