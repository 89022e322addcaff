// SPDX-License-Identifier: Apache-2.0
// Threads: create, join, detach, and related calls that only need a harmless answer.
#include "runtime/sync/thread.h"

#include <cerrno>
#include <csignal>
#include <unistd.h>

#include "runtime/event_stream.h"
#include "runtime/failure.h"
#include "runtime/races/race_detector.h"
#include "runtime/scheduler.h"
#include "runtime/unsupported.h"

namespace heddle::runtime {

ThreadId createThread(void* (*start)(void*), void* argument, bool detached) {
  enterOperation(EventKind::ThreadCreate, nullptr, false);
  ThreadId id = startThread(start, argument);
  fibers[id].detached = detached;
  ++exec.unjoinedThreads;
  threadCreated(id);
  emitEvent(EventKind::ThreadCreate, nullptr, 0, 0, id);
  return id;
}

int joinThread(ThreadId id, void** result) {
  Fiber& fiber = fibers[id];
  const bool cannotBeJoined = fiber.detached || fiber.joined;
  if (cannotBeJoined || id == exec.current) {
    takeOperationSite();
    return cannotBeJoined ? EINVAL : EDEADLK;
  }
  enterBlocking(EventKind::ThreadJoin, &fiber, [&] { return fiber.state == FiberState::Finished; });
  if (!fiber.joined) // by another thread that waited for it too
    --exec.unjoinedThreads;
  fiber.joined = true;
  threadJoined(id);
  if (result != nullptr)
    *result = fiber.result;
  emitEvent(EventKind::ThreadJoin, nullptr, 0, 0, id);
  return 0;
}

ThreadId joinedThread(const PendingOperation& join) {
  return static_cast<ThreadId>(reinterpret_cast<const Fiber*>(join.address) - fibers);
}

ThreadId threadOf(pthread_t handle) {
  for (unsigned i = 0; i < exec.threads; ++i)
    if (fibers[i].fsBase == handle)
      return static_cast<ThreadId>(i);
  return kNoThread;
}

} // namespace heddle::runtime

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): C functions below

HEDDLE_INTERPOSE int pthread_create(pthread_t* handle,
                                    const pthread_attr_t* attributes,
                                    void* (*start)(void*),
                                    void* argument) noexcept {
  if (!engine.inSubject)
    return EAGAIN; // a library's constructor: threads can only be part of an execution
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr)
    pthread_attr_getdetachstate(attributes, &state);
  ThreadId id = createThread(start, argument, state == PTHREAD_CREATE_DETACHED);
  *handle = fibers[id].fsBase;
  return 0;
}

HEDDLE_INTERPOSE int pthread_join(pthread_t handle, void** result) {
  ThreadId id = threadOf(handle);
  return id == kNoThread ? ESRCH : joinThread(id, result);
}

HEDDLE_INTERPOSE int pthread_tryjoin_np(pthread_t handle, void** result) noexcept {
  ThreadId id = threadOf(handle);
  if (id == kNoThread)
    return ESRCH;
  enterOperation(EventKind::TryLock, &fibers[id], true);
  return fibers[id].state == FiberState::Finished ? joinThread(id, result) : EBUSY;
}

HEDDLE_INTERPOSE int pthread_detach(pthread_t handle) noexcept {
  ThreadId id = threadOf(handle);
  if (id == kNoThread)
    return ESRCH;
  if (fibers[id].detached || fibers[id].joined)
    return EINVAL;
  fibers[id].detached = true;
  return 0;
}

HEDDLE_INTERPOSE void heddle_rt_exit_thread(void* result) {
  exitThread(result);
}

HEDDLE_INTERPOSE int pthread_cancel(pthread_t) {
  failUnsupported(MessageId::Unmodelled, {"pthread_cancel()"});
}
HEDDLE_INTERPOSE int pthread_kill(pthread_t, int) noexcept {
  failUnsupported(MessageId::Unmodelled, {"pthread_kill()"});
}
HEDDLE_INTERPOSE int pthread_sigqueue(pthread_t, int, union sigval) noexcept {
  failUnsupported(MessageId::Unmodelled, {"pthread_sigqueue()"});
}

// Names, priorities and processors do not change which interleavings exist.
HEDDLE_INTERPOSE int pthread_setname_np(pthread_t, const char*) noexcept {
  return 0;
}
HEDDLE_INTERPOSE int pthread_setschedparam(pthread_t, int, const sched_param*) noexcept {
  return 0;
}
HEDDLE_INTERPOSE int pthread_setschedprio(pthread_t, int) noexcept {
  return 0;
}
HEDDLE_INTERPOSE int pthread_setaffinity_np(pthread_t, std::size_t, const cpu_set_t*) noexcept {
  return 0;
}
HEDDLE_INTERPOSE int sched_setaffinity(pid_t, std::size_t, const cpu_set_t*) noexcept {
  return 0;
}
HEDDLE_INTERPOSE int sched_getcpu() noexcept {
  return 0;
}

// All fibers share one kernel thread; the subject must see distinct ids, the same in every process.
HEDDLE_INTERPOSE pid_t gettid() noexcept {
  return 100'000 + exec.current;
}
