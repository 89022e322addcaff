// SPDX-License-Identifier: Apache-2.0
// Records what a call does to memory and locks while Options::watchCalls is on: the runtime's half of the comparison of
// method summaries with what happens (calls/summary_watch.h). The records cover only the last call. They are kept in
// fixed memory of the process, not of the execution.
#pragma once

#include "runtime/calls.h"
#include "runtime/state.h"

namespace heddle::runtime {

// The current thread begins a call.
void beginCallAccesses();

// An access of the current thread's call, in a sequential run. `address` is not on a stack.
void noteCallAccess(EventKind kind,
                    const abi::SiteRecord* site,
                    std::uintptr_t address,
                    std::size_t size,
                    bool isWrite);

// The set of locks that the current thread holds is about to change.
void noteHeldChange();

// The current thread begins or ends code that runs only once in an execution: no call can see it half done.
void noteInitialiser(bool begins);

// The current thread is about to wait for a lock if necessary. A lock that it waits for with a time limit, or only
// tries, cannot be part of a deadlock.
[[gnu::cold]] void noteNestedLock(const void* lock, bool shared);
inline void noteLocking(const void* lock, bool shared) {
  if (__builtin_expect(engine.options.watchCalls, false) && currentFiber().heldCount > 0)
    noteNestedLock(lock, shared);
}

} // namespace heddle::runtime
