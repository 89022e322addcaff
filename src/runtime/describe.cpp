// SPDX-License-Identifier: Apache-2.0
// The end of an execution, for reports: where addresses lie, blocked threads, stacks.
#include "runtime/failure.h"
#include "runtime/fiber.h"
#include "runtime/held_locks.h"
#include "runtime/memory/arena.h"
#include "runtime/state.h"
#include "runtime/system/modules.h"

// Defined in the subject's part (subject/sites.cpp); absent if nothing is instrumented.
extern "C" __attribute__((weak)) const heddle::abi::SiteRecord* const heddle_subject_sites_begin;
extern "C" __attribute__((weak)) const heddle::abi::SiteRecord* const heddle_subject_sites_end;
extern "C" __attribute__((weak)) const heddle::abi::GraphRecord* const heddle_subject_graphs_begin;
extern "C" __attribute__((weak)) const heddle::abi::GraphRecord* const heddle_subject_graphs_end;

namespace heddle::runtime {

namespace {

ThreadId holderOf(const Fiber& fiber) {
  if (fiber.waitKind == EventKind::ThreadJoin)
    return static_cast<ThreadId>(reinterpret_cast<const Fiber*>(fiber.waitObject) - fibers);
  for (unsigned i = 0; i < exec.threads; ++i)
    if (holdsLock(static_cast<ThreadId>(i), fiber.waitObject))
      return static_cast<ThreadId>(i);
  return kNoThread;
}

abi::MemoryLocation locateInHeap(std::uintptr_t address) {
  const Block* block = findBlock(address);
  if (block == nullptr)
    return {.region = abi::Region::Heap};
  return {.region = abi::Region::Heap,
          .number = static_cast<std::uint32_t>(block - blocks),
          .offset = static_cast<std::int64_t>(address - kArena) -
                    static_cast<std::int64_t>(block->offset)};
}

bool isFiber(std::uintptr_t address) {
  return reinterpret_cast<std::uintptr_t>(fibers) <= address &&
         address < reinterpret_cast<std::uintptr_t>(fibers + kMaxThreads);
}

} // namespace

abi::MemoryLocation locate(std::uintptr_t address) {
  if (address == 0)
    return {};
  if (isInArena(address))
    return locateInHeap(address);
  if (ThreadId id = slotOfStackAddress(address); id != kNoThread)
    return {.region = address >= tlsLow(id) ? abi::Region::ThreadLocal : abi::Region::Stack,
            .number = id,
            .offset = static_cast<std::int64_t>(stackHigh(id) - address)};
  const SubjectImage& image = subjectImage();
  if (address >= image.low && address < image.high)
    return {.region = abi::Region::Global,
            .offset = static_cast<std::int64_t>(address - image.low)};
  return {.region = isFiber(address) ? abi::Region::Thread : abi::Region::Library};
}

unsigned blockedThreads(BlockedThread* out, unsigned capacity) {
  unsigned count = 0;
  for (unsigned i = 0; i < exec.threads && count < capacity; ++i) {
    const Fiber& fiber = fibers[i];
    if (fiber.state == FiberState::Blocked)
      out[count++] = {static_cast<ThreadId>(i), fiber.waitKind, fiber.waitObject, holderOf(fiber)};
  }
  return count;
}

StackTrace stackOf(ThreadId thread) {
  if (thread == engine.outcome.thread)
    return engine.outcome.stack;
  StackTrace stack;
  stack.depth = 0;
  const Fiber& fiber = fibers[thread];
  if (fiber.state != FiberState::Blocked && fiber.state != FiberState::Ready)
    return stack;
  // A suspended context: six saved registers, the frame pointer being the last, then the return address.
  const auto* words = static_cast<const std::uintptr_t*>(fiber.stackPointer);
  StackTrace all;
  if (fiber.state == FiberState::Blocked && fiber.blockedAt != nullptr)
    all = *fiber.blockedAt;
  else
    walkFramePointers(all, thread, words[5]);
  for (unsigned i = 0; i < all.depth; ++i)
    if (stack.depth != 0 || !isEngineCode(all.pc[i]))
      stack.pc[stack.depth++] = all.pc[i];
  return stack;
}

const abi::SiteRecord* siteTable(std::size_t* count) {
  *count = 0;
  if (&heddle_subject_sites_begin == nullptr)
    return nullptr;
  *count = static_cast<std::size_t>(heddle_subject_sites_end - heddle_subject_sites_begin);
  return heddle_subject_sites_begin;
}

const abi::GraphRecord* graphTable(std::size_t* count) {
  *count = 0;
  if (&heddle_subject_graphs_begin == nullptr)
    return nullptr;
  *count = static_cast<std::size_t>(heddle_subject_graphs_end - heddle_subject_graphs_begin);
  return heddle_subject_graphs_begin;
}

} // namespace heddle::runtime
