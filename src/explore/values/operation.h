// SPDX-License-Identifier: Apache-2.0
// The operations that a value schedule orders, and which pairs of them are in conflict.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/runtime.h"

namespace heddle::explore::values {

// What threads that create others share: the next number of a thread, which is also in the addresses of what it allocates.
// It stands for an object at this address, where no memory is.
inline constexpr std::uintptr_t kThreadNumbers = 8;

// One step of a thread: what it was about to do when it was chosen, and what it did until the next scheduling point.
struct Operation {
  const abi::SiteRecord* site = nullptr;
  std::uintptr_t address = 0;
  std::uintptr_t mutex =
      0; // CondWait: the mutex that it releases; Timeout: the one that must be free
  std::uint32_t size = 0; // bytes of memory; 0 for objects
  runtime::EventKind kind = runtime::EventKind::Yield;
  bool isWrite = false;
  runtime::ThreadId thread = 0;
  // ThreadJoin: the thread that has ended. A notification: the waiter that was picked, if there were several.
  runtime::ThreadId other = runtime::kNoThread;
  // What it freed, destroyed or initialised, which is in conflict with every use; null: nothing.
  std::shared_ptr<const std::vector<runtime::Release>> released = {};
  // The memory or object at which the program failed in this step; 0: it did not. A step fails before its access if what it
  // accesses was freed before, so that the access is not a step of its own.
  std::uintptr_t failedAt = 0;
  bool isNotifiedWait = false; // Lock: it ends a wait
  bool ends = false;           // the execution failed at it: nothing that could follow was executed
};

// The types of access-pairs (Chen, section 4.1). The order is the order of relevance in section 6.2.2.
enum class PairKind : std::uint8_t {
  ReadWrite,  // RW: a memory access and a write
  WaitNotify, // WN: a wait and a notification of the same condition
  WaitLock,   // WM: a notified wait that takes its mutex again, and a lock of the mutex
  WaitWait,   // WW: two notified waits that compete for their mutex
  LockLock,   // MM: two locks of the same mutex, and other synchronisation
};

PairKind pairKindOf(const Operation& one, const Operation& other);

// Whether another thread can see the operation. Operations that are not visible have no order to explore.
bool isVisible(const Operation& operation);

// Whether its address is that of memory or of an object that threads share.
bool usesAddress(const Operation& operation);

// Whether the order of the two operations, of different threads, matters.
bool areInConflict(const Operation& one, const Operation& other);

// Whether there is a state in which both could be executed next. An unlock and a lock of the same mutex are in conflict
// but never co-enabled: their order cannot be reversed.
bool mayBeCoEnabled(const Operation& one, const Operation& other);

// Whether everything that is in conflict with `later` and came before `earlier` is also in conflict with `earlier`.
bool dominates(const Operation& earlier, const Operation& later);

// Whether `later` may be disabled just before `earlier` although the two can be co-enabled: for a semaphore whose value is
// 0 before a post, a mutex that was held by a third thread when an attempt to lock it failed, an initialisation that runs, or
// a wait that cannot time out while its mutex is held. It is not known which.
bool mayLeaveDisabled(const Operation& earlier, const Operation& later);

// Whether it waits until an object is available.
bool isBlocking(runtime::EventKind kind);

// Whether it may end the wait of other threads, or create one.
bool mayWakeOthers(runtime::EventKind kind);

// Whether the execution ended because no thread could continue.
inline bool isAllBlocked(runtime::FailureKind kind) {
  return kind == runtime::FailureKind::Deadlock || kind == runtime::FailureKind::LostWakeup;
}

// Whether a thread that executed it waits until another thread wakes it.
bool isWait(runtime::EventKind kind);

} // namespace heddle::explore::values
