// SPDX-License-Identifier: Apache-2.0
#include "explore/values/operation.h"

#include <algorithm>

#include "explore/strategies/operations.h"

namespace heddle::explore::values {

using runtime::EventKind;

namespace {

bool isShared(EventKind kind) {
  return kind == EventKind::LockShared || kind == EventKind::UnlockShared ||
         kind == EventKind::TryLockShared;
}

bool isRelease(EventKind kind) {
  return kind == EventKind::Unlock || kind == EventKind::UnlockShared;
}

// Whether it is possible only while its mutex is free. A wait that times out locks its mutex in a step of its own.
bool needsFreeMutex(const Operation& operation) {
  return takesLock(operation.kind) || operation.kind == EventKind::Timeout;
}

bool overlap(const Operation& one, const Operation& other) {
  return one.address < other.address + std::max(other.size, 1u) &&
         other.address < one.address + std::max(one.size, 1u);
}

bool conflictAtAddress(const Operation& one, const Operation& other) {
  if (!usesAddress(one) || !usesAddress(other) || !overlap(one, other))
    return false;
  // Which waiter is woken is a choice of its own, so the order of arrival does not matter.
  if (one.kind == EventKind::CondWait && other.kind == EventKind::CondWait)
    return false;
  if (isShared(one.kind) && isShared(other.kind))
    return false;
  return one.isWrite || other.isWrite;
}

// Whether `one` frees or destroys what `other` uses, or what `other` failed to use because it was freed before.
bool endsLifeOf(const Operation& one, const Operation& other) {
  return one.released != nullptr &&
         std::ranges::any_of(*one.released, [&](const runtime::Release& release) {
           Operation all{.address = release.address,
                         .size = static_cast<std::uint32_t>(release.size)};
           return (usesAddress(other) && overlap(other, all)) ||
                  (other.failedAt != 0 && overlap({.address = other.failedAt}, all));
         });
}

// `wait` releases its mutex, or needs it to be free for a time-out, and `other` uses the mutex.
bool conflictAtMutex(const Operation& wait, const Operation& other) {
  return wait.mutex != 0 && (wait.mutex == other.address || wait.mutex == other.mutex);
}

} // namespace

PairKind pairKindOf(const Operation& one, const Operation& other) {
  if (one.size != 0 || other.size != 0)
    return PairKind::ReadWrite;
  if (one.kind == EventKind::CondWait || other.kind == EventKind::CondWait)
    return PairKind::WaitNotify;
  if (one.isNotifiedWait && other.isNotifiedWait)
    return PairKind::WaitWait;
  return one.isNotifiedWait || other.isNotifiedWait ? PairKind::WaitLock : PairKind::LockLock;
}

bool usesAddress(const Operation& operation) {
  if (operation.kind == EventKind::ThreadCreate)
    return true;
  return operation.address != 0 && !isLocal(operation.kind) && operation.kind != EventKind::Sleep;
}

bool isVisible(const Operation& operation) {
  return operation.kind == EventKind::Exit || operation.released != nullptr ||
         operation.failedAt != 0 || usesAddress(operation);
}

bool areInConflict(const Operation& one, const Operation& other) {
  if (!isVisible(one) || !isVisible(other))
    return false;
  if (endsLifeOf(one, other) || endsLifeOf(other, one))
    return true;
  if (one.kind == EventKind::Exit || other.kind == EventKind::Exit)
    return true;
  return conflictAtAddress(one, other) || conflictAtMutex(one, other) ||
         conflictAtMutex(other, one);
}

bool mayBeCoEnabled(const Operation& one, const Operation& other) {
  // A wait that begins, like an unlock, holds the mutex.
  if (conflictAtMutex(one, other) || conflictAtMutex(other, one))
    return other.kind == EventKind::TryLock || one.kind == EventKind::TryLock ||
           (needsFreeMutex(one) && needsFreeMutex(other));
  if (isRelease(one.kind))
    return !takesLock(other.kind) && !isRelease(other.kind);
  return !isRelease(other.kind) || !takesLock(one.kind);
}

bool dominates(const Operation& earlier, const Operation& later) {
  return earlier.address == later.address && earlier.size == later.size && earlier.isWrite &&
         earlier.kind != EventKind::CondWait && !isShared(earlier.kind) &&
         earlier.kind != EventKind::Exit;
}

bool mayLeaveDisabled(const Operation& earlier, const Operation& later) {
  if (later.kind == EventKind::SemaphoreWait)
    return earlier.kind != EventKind::SemaphoreWait;
  if (later.kind == EventKind::Timeout)
    return !needsFreeMutex(earlier);
  if (later.kind == EventKind::Once)
    return earlier.kind != EventKind::Once; // it ended an initialisation
  return takesLock(later.kind) &&
         (earlier.kind == EventKind::TryLock || earlier.kind == EventKind::TryLockShared);
}

bool isBlocking(EventKind kind) {
  return takesLock(kind) || kind == EventKind::SemaphoreWait || kind == EventKind::Once;
}

bool mayWakeOthers(EventKind kind) {
  switch (kind) {
  case EventKind::ThreadCreate:
  case EventKind::CondSignal:
  case EventKind::CondBroadcast:
  case EventKind::FutexWake:
  case EventKind::BarrierWait:
    return true;
  default:
    return false;
  }
}

bool isWait(EventKind kind) {
  return kind == EventKind::CondWait || kind == EventKind::FutexWait ||
         kind == EventKind::BarrierWait;
}

} // namespace heddle::explore::values
