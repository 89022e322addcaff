// SPDX-License-Identifier: Apache-2.0
// What the rest of the runtime tells the bookkeeping of calls (calls.h).
#pragma once

#include "runtime/calls.h"
#include "runtime/state.h"

namespace heddle::runtime {

// A synchronisation or function event while calls are covered.
void coverEvent(EventKind kind, const abi::SiteRecord* site);

// An access while calls are covered. Returns whether it is an event for the caller to carry on with: only atomic
// ones, which are performed by their hooks.
bool coverAccess(EventKind kind,
                 const abi::SiteRecord* site,
                 std::uintptr_t address,
                 std::size_t size,
                 bool isWrite,
                 bool isAtomic);

// Current reads a clock or a random source.
inline void noteTimeDependence() {
  if (CallRecord* call = currentFiber().call)
    call->timeDependent = true;
}

// Current only tried to take a lock, and somebody else has it.
inline void noteBusyLock(const void* lock) {
  if (CallRecord* call = currentFiber().call)
    call->busyLock = reinterpret_cast<std::uintptr_t>(lock);
}

} // namespace heddle::runtime
