// SPDX-License-Identifier: Apache-2.0
// Decides which thread runs next. A thread stops *before* each visible operation (a scheduling point); there the
// Chooser picks among the enabled threads. Threads that wait with a deadline are enabled too, if virtual
// time allows it: choosing one lets its wait time out.
//
// Virtual time advances only by such time-outs and by reading the clock. A runnable thread may be delayed
// by at most `patience`: a deadline further away than that cannot pass while another thread could run. So a wait
// of 5 ms may time out at any moment, a wait of 10 s only if no other thread can do anything.
#pragma once

#include <cstdint>

#include "runtime/state.h"
#include "runtime/system/real_calls.h"

namespace heddle::runtime {

// A choice among all enabled threads, then possibly a switch. `yields`: the current thread prefers not to continue.
void choosePoint(bool yields);

[[gnu::cold]] void eventLimitReached(bool pointFollows);
// The number of events at which eventLimitReached must be called next.
std::uint64_t nextEventLimit();

// One more event; a scheduling point follows.
inline void countEvent() {
  if (HEDDLE_UNLIKELY(++exec.events >= exec.eventLimit))
    eventLimitReached(true);
}

// One more event without a point: after very many of them, other threads get a turn here.
inline void countPrivateEvent() {
  if (HEDDLE_UNLIKELY(++exec.events >= exec.eventLimit))
    eventLimitReached(false);
}

inline bool othersEnabled() {
  return exec.runnableCount + exec.timedCount > 1;
}

// Whether a scheduling point is worth a call of the chooser.
inline bool offersPoints() {
  return othersEnabled() || engine.options.askWhenAlone;
}

// Announces what the current thread does next and offers to switch before it.
inline void schedulingPoint(EventKind kind,
                            const abi::SiteRecord* site,
                            std::uintptr_t address,
                            bool isWrite,
                            std::uint32_t size = 0) {
  if (!offersPoints())
    return;
  pendingOperations[exec.current] = {site, address, kind, isWrite, size};
  choosePoint(false);
}

// The current thread enters a modelled library call: takes the site that instrumented code announced (abi/site.h), null if
// other code made the call.
inline const abi::SiteRecord* takeOperationSite() {
  auto* announced = reinterpret_cast<const abi::SiteRecord* volatile*>(abi::kCallSiteAddress);
  const abi::SiteRecord* site = *announced;
  *announced = nullptr;
  return currentFiber().operationSite = site;
}

// A modelled library call: one event, one scheduling point.
void enterOperation(EventKind kind, const void* object, bool isWrite);

// Suspends the current thread until wake() or, if deadline != kNever, until virtual time reaches it. Returns false
// on time-out.
bool blockCurrent(EventKind kind, const void* object, std::uint64_t deadline = kNever);
void wake(ThreadId id);

// A blocking operation is enabled only while it would succeed: `available` tells whether it would succeed now. If not,
// the current thread blocks without a scheduling point (being chosen after a wake-up is its point); if so, this is an
// ordinary point. On return the operation is available. Unlike a loop around blockCurrent, this hides threads that
// could not do anything from the Chooser, so that exhaustive search does not execute a trace twice.
template <typename Available>
void enterBlocking(EventKind kind, const void* object, Available available) {
  const abi::SiteRecord* site = takeOperationSite();
  countEvent();
  if (available())
    schedulingPoint(kind, site, reinterpret_cast<std::uintptr_t>(object), true);
  while (!available())
    blockCurrent(kind, object);
}

// Makes a ready thread wait again, for another object.
void rewait(ThreadId id, EventKind kind, const void* object, std::uint64_t deadline = kNever);

// Another thread took what these threads were about to take: they are no longer enabled.
void disablePending(EventKind kind, const void* object);

void wakeAll(EventKind kind, const void* object);
// Wakes one waiter, chosen by the Chooser; returns it or kNoThread.
ThreadId wakeOne(EventKind kind, const void* object);

void yieldPoint();

// Adds a ready thread; it starts when it is first chosen.
ThreadId startThread(void* (*start)(void*), void* argument);

// Ends the current thread; never returns.
[[noreturn]] void finishCurrent();

// The set of threads that a chooser may pick from now.
const ThreadSet& enabledThreads(bool yields);

} // namespace heddle::runtime
