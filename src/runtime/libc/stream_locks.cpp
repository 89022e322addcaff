// SPDX-License-Identifier: Apache-2.0
// flockfile and related functions: our streams have no lock (process_state.cpp), so explicit locks are modelled as
// recursive mutexes next to the stream.
#include <cstdio>

#include "runtime/state.h"
#include "runtime/sync/mutex.h"
#include "runtime/system/real_calls.h"

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): C functions below

namespace {

struct StreamLock {
  FILE* stream;
  StreamLock* next;
  pthread_mutex_t mutex;
};

pthread_mutex_t* lockOf(FILE* stream) {
  for (auto* lock = static_cast<StreamLock*>(exec.streamLocks); lock != nullptr; lock = lock->next)
    if (lock->stream == stream)
      return &lock->mutex;
  auto* lock = scratchNew<StreamLock>();
  lock->stream = stream;
  lock->next = static_cast<StreamLock*>(exec.streamLocks);
  lock->mutex.__data.__kind = PTHREAD_MUTEX_RECURSIVE;
  exec.streamLocks = lock;
  return &lock->mutex;
}

} // namespace

HEDDLE_INTERPOSE void flockfile(FILE* stream) noexcept {
  if (engine.inSubject)
    lockMutex(lockOf(stream));
}

HEDDLE_INTERPOSE int ftrylockfile(FILE* stream) noexcept {
  return engine.inSubject ? tryLockMutex(lockOf(stream)) : 0;
}

HEDDLE_INTERPOSE void funlockfile(FILE* stream) noexcept {
  if (engine.inSubject)
    unlockMutex(lockOf(stream));
}
