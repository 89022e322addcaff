// SPDX-License-Identifier: Apache-2.0
// POSIX semaphores, the value inside the user's sem_t.
#include <cerrno>
#include <cstdarg>
#include <semaphore.h>

#include "runtime/event_stream.h"
#include "runtime/races/race_detector.h"
#include "runtime/scheduler.h"
#include "runtime/sync/virtual_time.h"
#include "runtime/unsupported.h"

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): C functions below

namespace {

unsigned& valueOf(sem_t* semaphore) {
  return *reinterpret_cast<unsigned*>(semaphore);
}

void take(sem_t* semaphore) {
  if (--valueOf(semaphore) == 0)
    disablePending(EventKind::SemaphoreWait, semaphore);
  acquire(semaphore);
  emitEvent(EventKind::SemaphoreWait, semaphore);
}

// A wait that did not succeed.
int giveUp(sem_t* semaphore, int error) {
  emitAttempt(EventKind::SemaphoreWait, semaphore, false);
  errno = error;
  return -1;
}

int timedWait(sem_t* semaphore, std::uint64_t deadline) {
  enterOperation(EventKind::TryLock, semaphore, true);
  while (valueOf(semaphore) == 0)
    if (!blockCurrent(EventKind::SemaphoreWait, semaphore, deadline))
      return giveUp(semaphore, ETIMEDOUT);
  take(semaphore);
  return 0;
}

} // namespace

HEDDLE_INTERPOSE int sem_init(sem_t* semaphore, int, unsigned value) noexcept {
  valueOf(semaphore) = value;
  return 0;
}

HEDDLE_INTERPOSE int sem_destroy(sem_t*) noexcept {
  return 0;
}

HEDDLE_INTERPOSE int sem_wait(sem_t* semaphore) {
  enterBlocking(EventKind::SemaphoreWait, semaphore, [&] { return valueOf(semaphore) != 0; });
  take(semaphore);
  return 0;
}

HEDDLE_INTERPOSE int sem_trywait(sem_t* semaphore) noexcept {
  enterOperation(EventKind::TryLock, semaphore, true);
  if (valueOf(semaphore) == 0)
    return giveUp(semaphore, EAGAIN);
  take(semaphore);
  return 0;
}

HEDDLE_INTERPOSE int sem_timedwait(sem_t* semaphore, const timespec* when) {
  return timedWait(semaphore, deadlineOf(CLOCK_REALTIME, when));
}

HEDDLE_INTERPOSE int sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* when) {
  return timedWait(semaphore, deadlineOf(clock, when));
}

HEDDLE_INTERPOSE int sem_post(sem_t* semaphore) noexcept {
  enterOperation(EventKind::SemaphorePost, semaphore, true);
  release(semaphore);
  ++valueOf(semaphore);
  wakeAll(EventKind::SemaphoreWait, semaphore);
  emitEvent(EventKind::SemaphorePost, semaphore);
  return 0;
}

HEDDLE_INTERPOSE int sem_getvalue(sem_t* semaphore, int* value) noexcept {
  enterOperation(EventKind::AtomicLoad, semaphore, false);
  *value = static_cast<int>(valueOf(semaphore));
  emitEvent(EventKind::AtomicLoad,
            nullptr,
            reinterpret_cast<std::uintptr_t>(semaphore),
            sizeof(unsigned),
            valueOf(semaphore));
  return 0;
}

HEDDLE_INTERPOSE sem_t* sem_open(const char*, int, ...) noexcept {
  failUnsupported(MessageId::NamedSemaphore);
}
