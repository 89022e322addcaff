// SPDX-License-Identifier: Apache-2.0
// What a call does to memory and locks, noted while Options::watchCalls is on: the runtime's half of the comparison of
// method summaries with what happens (calls/summary_watch.h). Kept in fixed memory of the process, not of the
// execution: it is about the last call alone.
#pragma once

#include "runtime/calls.h"
#include "runtime/state.h"

namespace heddle::runtime {

// Current begins a call.
void beginCallAccesses();

// An access of current's call, in a sequential run. `address` is on no stack.
void noteCallAccess(EventKind kind,
                    const abi::SiteRecord* site,
                    std::uintptr_t address,
                    std::size_t size,
                    bool isWrite);

// What current holds is about to change.
void noteHeldChange();

// Current runs, or has run, what is run only once in an execution: nobody can meet it half done.
void noteInitialiser(bool begins);

// Current is about to wait for a lock if need be. What it waits for with a time limit, or only tries, is no part of a
// deadlock.
[[gnu::cold]] void noteNestedLock(const void* lock, bool shared);
inline void noteLocking(const void* lock, bool shared) {
  if (__builtin_expect(engine.options.watchCalls, false) && currentFiber().heldCount > 0)
    noteNestedLock(lock, shared);
}

} // namespace heddle::runtime
