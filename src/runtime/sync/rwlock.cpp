// SPDX-License-Identifier: Apache-2.0
// Read-write locks, state inside the user's pthread_rwlock_t: __readers = number of readers, __cur_writer = writer's
// thread id + 1. Readers may enter while a writer waits; the executions of any policy are among those explored.
#include <cerrno>
#include <cstring>
#include <pthread.h>

#include "runtime/call_accesses.h"
#include "runtime/call_lanes.h"
#include "runtime/event_stream.h"
#include "runtime/held_locks.h"
#include "runtime/oracle/lock_misuse.h"
#include "runtime/races/race_detector.h"
#include "runtime/scheduler.h"
#include "runtime/sync/virtual_time.h"

namespace heddle::runtime {

namespace {

int self() {
  return exec.current + 1;
}
int& writerOf(pthread_rwlock_t* lock) {
  return lock->__data.__cur_writer;
}
unsigned& readersOf(pthread_rwlock_t* lock) {
  return lock->__data.__readers;
}

bool isOpenToReader(pthread_rwlock_t* lock) {
  return writerOf(lock) == 0;
}
bool isOpenToWriter(pthread_rwlock_t* lock) {
  return writerOf(lock) == 0 && readersOf(lock) == 0;
}

// Only writers acquire what readers publish: readers do not synchronise with each other.
const void* readersClock(const pthread_rwlock_t* lock) {
  return reinterpret_cast<const char*>(lock) + 1;
}

void takeShared(pthread_rwlock_t* lock) {
  ++readersOf(lock);
  acquire(lock);
  noteLocked(lock, true);
  disablePending(EventKind::Lock, lock);
}

void takeExclusive(pthread_rwlock_t* lock) {
  writerOf(lock) = self();
  acquire(lock);
  acquire(readersClock(lock));
  noteLocked(lock);
  disablePending(EventKind::Lock, lock);
  disablePending(EventKind::LockShared, lock);
}

int lockShared(pthread_rwlock_t* lock) {
  if (writerOf(lock) == self()) {
    takeOperationSite();
    countEvent();
    return EDEADLK;
  }
  noteLocking(lock, true);
  enterBlocking(EventKind::LockShared, lock, [&] { return isOpenToReader(lock); });
  takeShared(lock);
  emitEvent(EventKind::LockShared, lock);
  return 0;
}

int lockExclusive(pthread_rwlock_t* lock) {
  if (writerOf(lock) == self()) {
    takeOperationSite();
    countEvent();
    return EDEADLK;
  }
  noteLocking(lock, false);
  enterBlocking(EventKind::Lock, lock, [&] { return isOpenToWriter(lock); });
  takeExclusive(lock);
  emitEvent(EventKind::Lock, lock);
  return 0;
}

int tryLock(pthread_rwlock_t* lock, bool shared) {
  EventKind kind = shared ? EventKind::TryLockShared : EventKind::TryLock;
  enterOperation(kind, lock, true);
  bool open = shared ? isOpenToReader(lock) : isOpenToWriter(lock);
  if (open && shared)
    takeShared(lock);
  else if (open)
    takeExclusive(lock);
  else
    noteBusyLock(lock);
  emitAttempt(kind, lock, open);
  return open ? 0 : EBUSY;
}

int timedLock(pthread_rwlock_t* lock, bool shared, std::uint64_t deadline) {
  enterOperation(shared ? EventKind::TryLockShared : EventKind::TryLock, lock, true);
  EventKind kind = shared ? EventKind::LockShared : EventKind::Lock;
  while (!(shared ? isOpenToReader(lock) : isOpenToWriter(lock)))
    if (!blockCurrent(kind, lock, deadline)) {
      noteBusyLock(lock);
      return ETIMEDOUT;
    }
  if (shared)
    takeShared(lock);
  else
    takeExclusive(lock);
  emitEvent(kind, lock);
  return 0;
}

int unlock(pthread_rwlock_t* lock) {
  bool exclusive = writerOf(lock) == self();
  enterOperation(exclusive ? EventKind::Unlock : EventKind::UnlockShared, lock, true);
  if (!exclusive && !holdsLock(exec.current, reinterpret_cast<std::uintptr_t>(lock)))
    failNotOwner(lock);
  if (exclusive) {
    writerOf(lock) = 0;
    release(lock);
  } else {
    --readersOf(lock);
    release(readersClock(lock));
  }
  noteUnlocked(lock);
  if (isOpenToReader(lock))
    wakeAll(EventKind::LockShared, lock);
  if (isOpenToWriter(lock))
    wakeAll(EventKind::Lock, lock);
  emitEvent(exclusive ? EventKind::Unlock : EventKind::UnlockShared, lock);
  return 0;
}

} // namespace
} // namespace heddle::runtime

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): C functions below

HEDDLE_INTERPOSE int pthread_rwlock_init(pthread_rwlock_t* lock,
                                         const pthread_rwlockattr_t*) noexcept {
  std::memset(lock, 0, sizeof *lock);
  return 0;
}
HEDDLE_INTERPOSE int pthread_rwlock_destroy(pthread_rwlock_t* lock) noexcept {
  judgeDestroyed(lock);
  return 0;
}
HEDDLE_INTERPOSE int pthread_rwlock_rdlock(pthread_rwlock_t* lock) noexcept {
  return engine.inSubject ? lockShared(lock) : 0;
}
HEDDLE_INTERPOSE int pthread_rwlock_wrlock(pthread_rwlock_t* lock) noexcept {
  return engine.inSubject ? lockExclusive(lock) : 0;
}
HEDDLE_INTERPOSE int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) noexcept {
  return engine.inSubject ? tryLock(lock, true) : 0;
}
HEDDLE_INTERPOSE int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) noexcept {
  return engine.inSubject ? tryLock(lock, false) : 0;
}
HEDDLE_INTERPOSE int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock,
                                                const timespec* when) noexcept {
  return timedLock(lock, true, deadlineOf(CLOCK_REALTIME, when));
}
HEDDLE_INTERPOSE int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock,
                                                const timespec* when) noexcept {
  return timedLock(lock, false, deadlineOf(CLOCK_REALTIME, when));
}
HEDDLE_INTERPOSE int
pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* when) noexcept {
  return timedLock(lock, true, deadlineOf(clock, when));
}
HEDDLE_INTERPOSE int
pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* when) noexcept {
  return timedLock(lock, false, deadlineOf(clock, when));
}
HEDDLE_INTERPOSE int pthread_rwlock_unlock(pthread_rwlock_t* lock) noexcept {
  return engine.inSubject ? unlock(lock) : 0;
}
