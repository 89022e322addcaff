// SPDX-License-Identifier: Apache-2.0
// pthread spin locks: a mutex whose state is one int, the holder's thread id + 1.
#include <cerrno>
#include <pthread.h>

#include "runtime/call_accesses.h"
#include "runtime/call_lanes.h"
#include "runtime/event_stream.h"
#include "runtime/held_locks.h"
#include "runtime/oracle/lock_misuse.h"
#include "runtime/races/race_detector.h"
#include "runtime/scheduler.h"

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): C functions below

namespace {

void* objectOf(pthread_spinlock_t* lock) {
  return const_cast<int*>(lock);
}

void take(pthread_spinlock_t* lock) {
  *lock = exec.current + 1;
  acquire(objectOf(lock));
  noteLocked(objectOf(lock));
  disablePending(EventKind::Lock, objectOf(lock));
}

} // namespace

HEDDLE_INTERPOSE int pthread_spin_init(pthread_spinlock_t* lock, int) noexcept {
  *lock = 0;
  return 0;
}

HEDDLE_INTERPOSE int pthread_spin_destroy(pthread_spinlock_t* lock) noexcept {
  judgeDestroyed(objectOf(lock));
  return 0;
}

HEDDLE_INTERPOSE int pthread_spin_lock(pthread_spinlock_t* lock) noexcept {
  noteLocking(objectOf(lock), false);
  enterBlocking(EventKind::Lock, objectOf(lock), [&] { return *lock == 0; });
  take(lock);
  emitEvent(EventKind::Lock, objectOf(lock));
  return 0;
}

HEDDLE_INTERPOSE int pthread_spin_trylock(pthread_spinlock_t* lock) noexcept {
  enterOperation(EventKind::TryLock, objectOf(lock), true);
  bool open = *lock == 0;
  if (open)
    take(lock);
  else
    noteBusyLock(objectOf(lock));
  emitAttempt(EventKind::TryLock, objectOf(lock), open);
  return open ? 0 : EBUSY;
}

HEDDLE_INTERPOSE int pthread_spin_unlock(pthread_spinlock_t* lock) noexcept {
  enterOperation(EventKind::Unlock, objectOf(lock), true);
  if (*lock != exec.current + 1)
    failNotOwner(objectOf(lock));
  *lock = 0;
  release(objectOf(lock));
  noteUnlocked(objectOf(lock));
  wakeAll(EventKind::Lock, objectOf(lock));
  emitEvent(EventKind::Unlock, objectOf(lock));
  return 0;
}
