// SPDX-License-Identifier: Apache-2.0
// What the rest of the runtime reports to the bookkeeping of calls (calls.h).
#pragma once

#include "runtime/calls.h"
#include "runtime/state.h"

namespace heddle::runtime {

// A synchronisation or function event while calls are covered.
void coverEvent(EventKind kind, const abi::SiteRecord* site);

// An access while calls are covered. Returns whether it is an event that the caller must process: only atomic
// accesses are, because their hooks perform them.
bool coverAccess(EventKind kind,
                 const abi::SiteRecord* site,
                 std::uintptr_t address,
                 std::size_t size,
                 bool isWrite,
                 bool isAtomic);

// The current thread reads a clock: how far that moves it, in nanoseconds.
std::uint64_t readClock();

// The current thread takes a random number. Returns the state that follows from where it is, 0 if that is the common one.
std::uint64_t randomStateOfCall();
// It sets the seed of the random numbers.
void noteSeed();

// The current thread only tried to take a lock, and another thread holds it.
inline void noteBusyLock(const void* lock) {
  if (CallRecord* call = currentFiber().call)
    call->busyLock = reinterpret_cast<std::uintptr_t>(lock);
}

} // namespace heddle::runtime
