// SPDX-License-Identifier: Apache-2.0
// C11 <threads.h>. glibc's versions call its pthread functions internally, bypassing our models, so they are
// implemented again in terms of the same models. mtx_t and cnd_t have the size and initial state of their pthread
// counterparts.
#include <cerrno>
#include <cstring>
#include <threads.h>

#include "runtime/scheduler.h"
#include "runtime/sync/condition.h"
#include "runtime/sync/mutex.h"
#include "runtime/sync/thread.h"
#include "runtime/sync/virtual_time.h"
#include "runtime/system/real_calls.h"

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): C functions below

namespace {

int toC11(int error) {
  switch (error) {
  case 0:
    return thrd_success;
  case EBUSY:
    return thrd_busy;
  case ETIMEDOUT:
    return thrd_timedout;
  case ENOMEM:
    return thrd_nomem;
  default:
    return thrd_error;
  }
}

pthread_mutex_t* asMutex(mtx_t* mutex) {
  return reinterpret_cast<pthread_mutex_t*>(mutex);
}
pthread_cond_t* asCondition(cnd_t* condition) {
  return reinterpret_cast<pthread_cond_t*>(condition);
}

} // namespace

HEDDLE_INTERPOSE int thrd_create(thrd_t* handle, thrd_start_t start, void* argument) {
  // The int result is returned in the low half of the pointer register, where thrd_join reads it.
  auto* function = reinterpret_cast<void* (*)(void*)>(reinterpret_cast<std::uintptr_t>(start));
  ThreadId id = createThread(function, argument, false);
  *handle = fibers[id].fsBase;
  return thrd_success;
}

HEDDLE_INTERPOSE int thrd_join(thrd_t handle, int* result) {
  ThreadId id = threadOf(handle);
  void* value = nullptr;
  int error = id == kNoThread ? ESRCH : joinThread(id, &value);
  if (error == 0 && result != nullptr)
    *result = static_cast<int>(reinterpret_cast<std::intptr_t>(value));
  return toC11(error);
}

HEDDLE_INTERPOSE int thrd_detach(thrd_t handle) {
  return toC11(pthread_detach(handle));
}

HEDDLE_INTERPOSE int mtx_init(mtx_t* mutex, int type) {
  return initialiseMutex(
      asMutex(mutex), (type & mtx_recursive) != 0 ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
}
HEDDLE_INTERPOSE void mtx_destroy(mtx_t* mutex) {
  destroyMutex(asMutex(mutex));
}
HEDDLE_INTERPOSE int mtx_lock(mtx_t* mutex) {
  return toC11(lockMutex(asMutex(mutex)));
}
HEDDLE_INTERPOSE int mtx_trylock(mtx_t* mutex) {
  return toC11(tryLockMutex(asMutex(mutex)));
}
HEDDLE_INTERPOSE int mtx_unlock(mtx_t* mutex) {
  return toC11(unlockMutex(asMutex(mutex)));
}
HEDDLE_INTERPOSE int mtx_timedlock(mtx_t* mutex, const timespec* when) {
  return toC11(timedLockMutex(asMutex(mutex), deadlineOf(CLOCK_REALTIME, when)));
}

HEDDLE_INTERPOSE int cnd_init(cnd_t* condition) {
  std::memset(condition, 0, sizeof *condition);
  return thrd_success;
}
HEDDLE_INTERPOSE void cnd_destroy(cnd_t*) {}
HEDDLE_INTERPOSE int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  return toC11(waitCondition(asCondition(condition), asMutex(mutex), kNever));
}
HEDDLE_INTERPOSE int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* when) {
  return toC11(
      waitCondition(asCondition(condition), asMutex(mutex), deadlineOf(CLOCK_REALTIME, when)));
}
HEDDLE_INTERPOSE int cnd_signal(cnd_t* condition) {
  return toC11(signalCondition(asCondition(condition)));
}
HEDDLE_INTERPOSE int cnd_broadcast(cnd_t* condition) {
  return toC11(broadcastCondition(asCondition(condition)));
}
