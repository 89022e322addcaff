// SPDX-License-Identifier: Apache-2.0
// Condition variables. Waiters are the blocked fibers themselves. A woken thread first waits for its mutex, so it is
// enabled only when it can really continue. No spurious wake-ups. The clock of a timed wait is kept in the object.
#include "runtime/sync/condition.h"

#include <cerrno>
#include <cstring>

#include "runtime/event_stream.h"
#include "runtime/oracle/lock_misuse.h"
#include "runtime/races/race_detector.h"
#include "runtime/scheduler.h"
#include "runtime/sync/mutex.h"
#include "runtime/sync/virtual_time.h"

namespace heddle::runtime {

namespace {

// glibc keeps the clock in bit 1 of __wrefs.
constexpr unsigned kMonotonicBit = 2;

clockid_t clockOfCondition(const pthread_cond_t* condition) {
  return (condition->__data.__wrefs & kMonotonicBit) != 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

// A notified thread must reacquire its mutex: it is enabled if the mutex is free, and otherwise waits for it.
void handToMutex(ThreadId waiter) {
  auto* mutex = static_cast<pthread_mutex_t*>(fibers[waiter].waitMutex);
  if (isFree(mutex)) {
    pendingOperations[waiter] = {fibers[waiter].operationSite,
                                 reinterpret_cast<std::uintptr_t>(mutex),
                                 EventKind::Lock,
                                 true};
    return;
  }
  rewait(waiter, EventKind::Lock, mutex);
}

} // namespace

int waitCondition(pthread_cond_t* condition, pthread_mutex_t* mutex, std::uint64_t deadline) {
  Fiber& fiber = currentFiber();
  fiber.waitMutex = mutex; // before the point, where it can be asked for
  enterOperation(EventKind::CondWait, condition, true);
  if (!isHeldByCurrent(mutex))
    failNotOwner(mutex);
  emitEvent(EventKind::CondWait,
            nullptr,
            reinterpret_cast<std::uintptr_t>(condition),
            0,
            reinterpret_cast<std::uintptr_t>(mutex));
  unsigned depth = releaseForWait(mutex);
  bool notified = blockCurrent(EventKind::CondWait, condition, deadline);
  reacquireAfterWait(mutex, depth, !notified);
  emitEvent(
      EventKind::Woken, nullptr, reinterpret_cast<std::uintptr_t>(condition), 0, notified ? 1 : 0);
  return notified ? 0 : ETIMEDOUT;
}

std::uintptr_t releasedMutex(ThreadId waiter) {
  return reinterpret_cast<std::uintptr_t>(fibers[waiter].waitMutex);
}

int signalCondition(pthread_cond_t* condition) {
  enterOperation(EventKind::CondSignal, condition, true);
  ThreadId woken = wakeOne(EventKind::CondWait, condition);
  if (woken != kNoThread)
    handToMutex(woken);
  emitEvent(EventKind::CondSignal, nullptr, reinterpret_cast<std::uintptr_t>(condition), 0, woken);
  return 0;
}

int broadcastCondition(pthread_cond_t* condition) {
  enterOperation(EventKind::CondBroadcast, condition, true);
  auto address = reinterpret_cast<std::uintptr_t>(condition);
  for (unsigned i = 0; i < exec.threads; ++i) {
    const Fiber& fiber = fibers[i];
    if (fiber.state != FiberState::Blocked || fiber.waitKind != EventKind::CondWait ||
        fiber.waitObject != address)
      continue;
    wake(static_cast<ThreadId>(i));
    emitWakeUp(static_cast<ThreadId>(i), condition);
    handToMutex(static_cast<ThreadId>(i));
  }
  emitEvent(EventKind::CondBroadcast, condition);
  return 0;
}

} // namespace heddle::runtime

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): C functions below

HEDDLE_INTERPOSE int pthread_cond_init(pthread_cond_t* condition,
                                       const pthread_condattr_t* attributes) noexcept {
  std::memset(condition, 0, sizeof *condition);
  clockid_t clock = CLOCK_REALTIME;
  if (attributes != nullptr)
    pthread_condattr_getclock(attributes, &clock);
  if (clock == CLOCK_MONOTONIC)
    condition->__data.__wrefs = kMonotonicBit;
  return 0;
}

HEDDLE_INTERPOSE int pthread_cond_destroy(pthread_cond_t*) noexcept {
  return 0;
}

HEDDLE_INTERPOSE int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return waitCondition(condition, mutex, kNever);
}
HEDDLE_INTERPOSE int
pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* when) {
  return waitCondition(condition, mutex, deadlineOf(clockOfCondition(condition), when));
}
HEDDLE_INTERPOSE int pthread_cond_clockwait(pthread_cond_t* condition,
                                            pthread_mutex_t* mutex,
                                            clockid_t clock,
                                            const timespec* when) {
  return waitCondition(condition, mutex, deadlineOf(clock, when));
}
HEDDLE_INTERPOSE int pthread_cond_signal(pthread_cond_t* condition) noexcept {
  return engine.inSubject ? signalCondition(condition) : 0;
}
HEDDLE_INTERPOSE int pthread_cond_broadcast(pthread_cond_t* condition) noexcept {
  return engine.inSubject ? broadcastCondition(condition) : 0;
}
