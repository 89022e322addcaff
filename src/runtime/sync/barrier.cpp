// SPDX-License-Identifier: Apache-2.0
// pthread barriers, state inside the user's pthread_barrier_t.
#include <cerrno>
#include <pthread.h>

#include "runtime/event_stream.h"
#include "runtime/races/race_detector.h"
#include "runtime/scheduler.h"

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): C functions below

namespace {

struct Barrier {
  unsigned count;
  unsigned arrived;
};
static_assert(sizeof(Barrier) <= sizeof(pthread_barrier_t));

} // namespace

HEDDLE_INTERPOSE int pthread_barrier_init(pthread_barrier_t* object,
                                          const pthread_barrierattr_t*,
                                          unsigned count) noexcept {
  if (count == 0)
    return EINVAL;
  *reinterpret_cast<Barrier*>(object) = {count, 0};
  return 0;
}

HEDDLE_INTERPOSE int pthread_barrier_destroy(pthread_barrier_t*) noexcept {
  return 0;
}

HEDDLE_INTERPOSE int pthread_barrier_wait(pthread_barrier_t* object) noexcept {
  auto* barrier = reinterpret_cast<Barrier*>(object);
  enterOperation(EventKind::BarrierWait, object, true);
  emitEvent(EventKind::BarrierWait, object);
  release(object);
  bool isLast = ++barrier->arrived == barrier->count;
  if (isLast) {
    barrier->arrived = 0;
    wakeAll(EventKind::BarrierWait, object);
  } else {
    blockCurrent(EventKind::BarrierWait, object);
  }
  acquire(object);
  return isLast ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}
