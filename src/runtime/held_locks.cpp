// SPDX-License-Identifier: Apache-2.0
#include "runtime/held_locks.h"

#include "runtime/call_accesses.h"
#include "runtime/call_lanes.h"
#include "runtime/failure.h"

namespace heddle::runtime {

void noteLocked(const void* lock, bool shared) {
  Fiber& fiber = currentFiber();
  if (fiber.call != nullptr) {
    fiber.call->tookLock = true;
    if (fiber.call->busyLock == reinterpret_cast<std::uintptr_t>(lock))
      fiber.call->busyLock = 0;
  }
  if (fiber.heldCount == kMaxHeldLocks)
    return;
  fiber.held[fiber.heldCount++] = {
      reinterpret_cast<std::uintptr_t>(lock), exec.events, keepStack(), shared};
  noteHeldChange();
}

void noteUnlocked(const void* lock) {
  Fiber& fiber = currentFiber();
  auto address = reinterpret_cast<std::uintptr_t>(lock);
  for (unsigned i = fiber.heldCount; i-- > 0;) {
    if (fiber.held[i].address != address)
      continue;
    for (unsigned k = i + 1; k < fiber.heldCount; ++k)
      fiber.held[k - 1] = fiber.held[k];
    --fiber.heldCount;
    noteHeldChange();
    return;
  }
}

bool holdsLock(ThreadId thread, std::uintptr_t lock) {
  const Fiber& fiber = fibers[thread];
  for (unsigned i = 0; i < fiber.heldCount; ++i)
    if (fiber.held[i].address == lock)
      return true;
  return false;
}

unsigned heldLocks(HeldLock* out, unsigned capacity) {
  unsigned count = 0;
  for (unsigned i = 0; i < exec.threads; ++i) {
    const Fiber& fiber = fibers[i];
    for (unsigned k = 0; k < fiber.heldCount && count < capacity; ++k) {
      HeldLock& held = out[count++];
      held.thread = static_cast<ThreadId>(i);
      held.address = fiber.held[k].address;
      held.acquiredAt.depth = 0;
      if (fiber.held[k].acquiredAt != nullptr)
        held.acquiredAt = *fiber.held[k].acquiredAt;
    }
  }
  return count;
}

} // namespace heddle::runtime
