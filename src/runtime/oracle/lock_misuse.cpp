// SPDX-License-Identifier: Apache-2.0
#include "runtime/oracle/lock_misuse.h"

#include "runtime/failure.h"
#include "runtime/held_locks.h"

namespace heddle::runtime {

namespace {

Release releaseBuffer[kMaxReleases];

} // namespace

void noteRelease(std::uintptr_t address, std::size_t size) {
  if (engine.options.askWhenAlone && exec.releaseCount < kMaxReleases)
    releaseBuffer[exec.releaseCount++] = {address, size};
}

const Release* releases(std::size_t* count) {
  *count = exec.releaseCount;
  return releaseBuffer;
}

void judgeLocksIn(std::uintptr_t address, std::size_t size, MessageId message) {
  noteRelease(address, size);
  for (unsigned i = 0; i < exec.threads; ++i) {
    const Fiber& fiber = fibers[i];
    for (unsigned k = 0; k < fiber.heldCount; ++k)
      if (fiber.held[k].address - address < size)
        failAt(FailureKind::LockMisuse, fiber.held[k].address, message, {i});
  }
}

void judgeDestroyed(const void* lock) {
  auto address = reinterpret_cast<std::uintptr_t>(lock);
  noteRelease(address, 1);
  for (unsigned i = 0; i < exec.threads; ++i)
    if (holdsLock(static_cast<ThreadId>(i), address))
      failAt(FailureKind::LockMisuse, address, MessageId::HeldLockDestroyed, {i});
}

void failNotOwner(const void* lock) {
  failAt(FailureKind::LockMisuse,
         reinterpret_cast<std::uintptr_t>(lock),
         MessageId::UnlockByOther,
         {exec.current});
}

} // namespace heddle::runtime
