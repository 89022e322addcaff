// SPDX-License-Identifier: Apache-2.0
#include "runtime/sync/mutex.h"

#include <cerrno>
#include <cstring>

#include "runtime/call_accesses.h"
#include "runtime/call_lanes.h"
#include "runtime/event_stream.h"
#include "runtime/failure.h"
#include "runtime/held_locks.h"
#include "runtime/oracle/lock_misuse.h"
#include "runtime/races/race_detector.h"
#include "runtime/scheduler.h"
#include "runtime/sync/virtual_time.h"

namespace heddle::runtime {

namespace {

int kindOf(const pthread_mutex_t* mutex) {
  return mutex->__data.__kind & 3;
}
int self() {
  return exec.current + 1;
}

// Reuses glibc's fields: __owner = holder's thread id + 1, __count = depth of a recursive lock.
void checkInitialised(const pthread_mutex_t* mutex) {
  if (static_cast<unsigned>(mutex->__data.__owner) > kMaxThreads)
    failAt(FailureKind::LockMisuse,
           reinterpret_cast<std::uintptr_t>(mutex),
           MessageId::MutexNotInitialised);
}

void take(pthread_mutex_t* mutex, unsigned depth) {
  mutex->__data.__owner = self();
  mutex->__data.__count = depth;
  acquire(mutex);
  noteLocked(mutex);
  disablePending(EventKind::Lock, mutex);
}

void give(pthread_mutex_t* mutex) {
  mutex->__data.__owner = 0;
  mutex->__data.__count = 0;
  release(mutex);
  noteUnlocked(mutex);
  wakeAll(EventKind::Lock, mutex);
}

// Handles a lock by the thread that already holds the mutex, if that does not wait: recursive mutexes become deeper,
// checking ones return an error.
bool relocks(pthread_mutex_t* mutex, int* result) {
  if (mutex->__data.__owner != self())
    return false;
  if (kindOf(mutex) == PTHREAD_MUTEX_RECURSIVE) {
    ++mutex->__data.__count;
    *result = 0;
    return true;
  }
  *result = EDEADLK;
  return kindOf(mutex) == PTHREAD_MUTEX_ERRORCHECK;
}

} // namespace

bool isFree(const pthread_mutex_t* mutex) {
  return mutex->__data.__owner == 0;
}
bool isHeldByCurrent(const pthread_mutex_t* mutex) {
  return mutex->__data.__owner == self();
}

int lockMutex(pthread_mutex_t* mutex) {
  checkInitialised(mutex);
  int result = 0;
  if (relocks(mutex, &result)) {
    takeOperationSite();
    countEvent();
    if (result == 0)
      emitEvent(EventKind::Lock, mutex);
    return result;
  }
  enterBlocking(EventKind::Lock, mutex, [&] { return isFree(mutex); });
  take(mutex, 1);
  emitEvent(EventKind::Lock, mutex);
  return 0;
}

int tryLockMutex(pthread_mutex_t* mutex) {
  checkInitialised(mutex);
  enterOperation(EventKind::TryLock, mutex, true);
  int result = 0;
  if (relocks(mutex, &result)) {
    if (result == EDEADLK)
      result = EBUSY;
  } else if (isFree(mutex)) {
    take(mutex, 1);
  } else {
    result = EBUSY;
    noteBusyLock(mutex);
  }
  emitAttempt(EventKind::TryLock, mutex, result == 0);
  return result;
}

int timedLockMutex(pthread_mutex_t* mutex, std::uint64_t deadline) {
  checkInitialised(mutex);
  enterOperation(EventKind::TryLock, mutex, true);
  int result = 0;
  if (relocks(mutex, &result)) {
    emitAttempt(EventKind::TryLock, mutex, result == 0);
    return result;
  }
  while (!isFree(mutex))
    if (!blockCurrent(EventKind::Lock, mutex, deadline)) {
      noteBusyLock(mutex);
      return ETIMEDOUT;
    }
  take(mutex, 1);
  emitEvent(EventKind::Lock, mutex);
  return 0;
}

int unlockMutex(pthread_mutex_t* mutex) {
  checkInitialised(mutex);
  enterOperation(EventKind::Unlock, mutex, true);
  if (mutex->__data.__owner != self()) {
    if (kindOf(mutex) == PTHREAD_MUTEX_ERRORCHECK)
      return EPERM;
    failNotOwner(mutex);
  }
  if (mutex->__data.__count > 1)
    --mutex->__data.__count;
  else
    give(mutex);
  emitEvent(EventKind::Unlock, mutex);
  return 0;
}

int initialiseMutex(pthread_mutex_t* mutex, int kind) {
  judgeDestroyed(mutex);
  std::memset(mutex, 0, sizeof *mutex);
  mutex->__data.__kind = kind;
  return 0;
}

int destroyMutex(pthread_mutex_t* mutex) {
  judgeDestroyed(mutex);
  return 0;
}

unsigned releaseForWait(pthread_mutex_t* mutex) {
  unsigned depth = mutex->__data.__count;
  give(mutex);
  return depth;
}

void reacquireAfterWait(pthread_mutex_t* mutex, unsigned depth, bool timedOut) {
  // A notified thread was chosen for this lock; after a time-out the lock is a separate operation.
  if (timedOut)
    schedulingPoint(EventKind::Lock,
                    currentFiber().operationSite,
                    reinterpret_cast<std::uintptr_t>(mutex),
                    true);
  while (!isFree(mutex))
    blockCurrent(EventKind::Lock, mutex);
  take(mutex, depth);
}

} // namespace heddle::runtime

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): C functions below

HEDDLE_INTERPOSE int pthread_mutex_init(pthread_mutex_t* mutex,
                                        const pthread_mutexattr_t* attributes) noexcept {
  int kind = PTHREAD_MUTEX_NORMAL;
  if (attributes != nullptr)
    pthread_mutexattr_gettype(attributes, &kind);
  return initialiseMutex(mutex, kind);
}

HEDDLE_INTERPOSE int pthread_mutex_destroy(pthread_mutex_t* mutex) noexcept {
  return destroyMutex(mutex);
}

// Outside executions (library constructors) there is one thread and nothing to wait for.
HEDDLE_INTERPOSE int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  if (!engine.inSubject)
    return 0;
  noteLocking(mutex, false);
  return lockMutex(mutex);
}
HEDDLE_INTERPOSE int pthread_mutex_trylock(pthread_mutex_t* mutex) noexcept {
  return engine.inSubject ? tryLockMutex(mutex) : 0;
}
HEDDLE_INTERPOSE int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  return engine.inSubject ? unlockMutex(mutex) : 0;
}
HEDDLE_INTERPOSE int pthread_mutex_timedlock(pthread_mutex_t* mutex,
                                             const timespec* when) noexcept {
  return engine.inSubject ? timedLockMutex(mutex, deadlineOf(CLOCK_REALTIME, when)) : 0;
}
HEDDLE_INTERPOSE int
pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* when) noexcept {
  return engine.inSubject ? timedLockMutex(mutex, deadlineOf(clock, when)) : 0;
}
