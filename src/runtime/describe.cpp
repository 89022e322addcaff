// SPDX-License-Identifier: Apache-2.0
// Describes the end of an execution for reports: addresses in words that are the same in every process, blocked
// threads, stacks.
#include <cstdio>

#include "runtime/failure.h"
#include "runtime/fiber.h"
#include "runtime/held_locks.h"
#include "runtime/memory/arena.h"
#include "runtime/state.h"
#include "runtime/system/modules.h"

// Defined in the subject's part (subject/sites.cpp); absent if nothing is instrumented.
extern "C" __attribute__((weak)) const heddle::abi::SiteRecord* const heddle_subject_sites_begin;
extern "C" __attribute__((weak)) const heddle::abi::SiteRecord* const heddle_subject_sites_end;

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

unsigned describeHeap(std::uintptr_t address, char* out, unsigned capacity) {
  const Block* block = findBlock(address);
  if (block == nullptr)
    return static_cast<unsigned>(std::snprintf(out, capacity, "heap"));
  auto number = static_cast<unsigned>(block - blocks);
  auto offset = static_cast<long>(address - kArena) - static_cast<long>(block->offset);
  if (offset == 0)
    return static_cast<unsigned>(std::snprintf(out, capacity, "heap#%u", number));
  return static_cast<unsigned>(std::snprintf(out, capacity, "heap#%u%+ld", number, offset));
}

} // namespace

unsigned describeAddress(std::uintptr_t address, char* out, unsigned capacity) {
  if (address == 0)
    return static_cast<unsigned>(std::snprintf(out, capacity, "null"));
  if (isInArena(address))
    return describeHeap(address, out, capacity);
  if (ThreadId id = slotOfStackAddress(address); id != kNoThread) {
    const char* part = address >= tlsLow(id) ? "thread-local data" : "stack";
    return static_cast<unsigned>(
        std::snprintf(out, capacity, "%s of T%u-%lu", part, id, stackHigh(id) - address));
  }
  const SubjectImage& image = subjectImage();
  if (address >= image.low && address < image.high)
    return static_cast<unsigned>(std::snprintf(out, capacity, "global+0x%lx", address - image.low));
  if (reinterpret_cast<std::uintptr_t>(fibers) <= address &&
      address < reinterpret_cast<std::uintptr_t>(fibers + kMaxThreads))
    return static_cast<unsigned>(std::snprintf(out, capacity, "thread"));
  return static_cast<unsigned>(std::snprintf(out, capacity, "library data"));
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

} // namespace heddle::runtime
