// SPDX-License-Identifier: Apache-2.0
// Deadlocks. The wait-for graph has an edge from a blocked thread to every holder of the lock it waits for, and to
// the thread it joins. Timed waits have no edges: they end by themselves.
#include "runtime/oracle/deadlock.h"

#include "runtime/failure.h"
#include "runtime/held_locks.h"

namespace heddle::runtime {

namespace {

bool waitsForLock(const Fiber& fiber) {
  return fiber.waitKind == EventKind::Lock || fiber.waitKind == EventKind::LockShared;
}

ThreadId joinTarget(const Fiber& fiber) {
  return static_cast<ThreadId>(reinterpret_cast<const Fiber*>(fiber.waitObject) - fibers);
}

bool isWaitingForOthers(ThreadId id) {
  const Fiber& fiber = fibers[id];
  return fiber.state == FiberState::Blocked && fiber.deadline == kNever;
}

bool waitsFor(ThreadId waiter, ThreadId other) {
  const Fiber& fiber = fibers[waiter];
  if (fiber.waitKind == EventKind::ThreadJoin)
    return joinTarget(fiber) == other;
  return waitsForLock(fiber) && holdsLock(other, fiber.waitObject);
}

// Length of the shortest cycle through `start`, 0 when there is none. Breadth first over the wait-for graph.
unsigned cycleThrough(ThreadId start) {
  ThreadSet seen;
  ThreadId queue[kMaxThreads];
  unsigned depth[kMaxThreads];
  unsigned count = 0;
  queue[count] = start;
  depth[count++] = 1;
  for (unsigned head = 0; head < count; ++head) {
    if (!isWaitingForOthers(queue[head]))
      continue;
    for (unsigned i = 0; i < exec.threads; ++i) {
      auto other = static_cast<ThreadId>(i);
      if (seen.contains(other) || !waitsFor(queue[head], other))
        continue;
      if (other == start)
        return depth[head];
      seen.insert(other);
      queue[count] = other;
      depth[count++] = depth[head] + 1;
    }
  }
  return 0;
}

[[noreturn]] void failCycle(unsigned length) {
  std::uintptr_t object = currentFiber().waitObject;
  if (length == 1 && waitsForLock(currentFiber()))
    failAt(FailureKind::Deadlock, object, MessageId::WaitsForItself, {exec.current});
  if (length == 1)
    failAt(FailureKind::Deadlock, object, MessageId::JoinsItself, {exec.current});
  failAt(FailureKind::Deadlock, object, MessageId::WaitCycle, {length});
}

} // namespace

void judgeBlocking() {
  const Fiber& fiber = currentFiber();
  bool mayCloseCycle = waitsForLock(fiber) || fiber.waitKind == EventKind::ThreadJoin;
  if (!mayCloseCycle || fiber.deadline != kNever)
    return;
  if (unsigned length = cycleThrough(exec.current); length != 0)
    failCycle(length);
}

void judgeAllBlocked() {
  unsigned blocked = 0;
  const Fiber* waiter = nullptr;
  for (unsigned i = 0; i < exec.threads; ++i) {
    const Fiber& fiber = fibers[i];
    if (fiber.state != FiberState::Blocked)
      continue;
    ++blocked;
    if (fiber.waitKind == EventKind::CondWait && waiter == nullptr)
      waiter = &fiber;
  }
  if (waiter != nullptr) {
    auto thread = static_cast<unsigned>(waiter - fibers);
    exec.lastSite = waiter->lastSite;
    failAt(FailureKind::LostWakeup, waiter->waitObject, MessageId::NoNotifier, {thread});
  }
  failAt(FailureKind::Deadlock, currentFiber().waitObject, MessageId::AllBlocked, {blocked});
}

} // namespace heddle::runtime
