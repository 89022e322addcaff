// SPDX-License-Identifier: Apache-2.0
// Events to the sink, only while tracing: exploration runs without and re-runs what it wants to see.
#pragma once

#include "runtime/state.h"

namespace heddle::runtime {

// Adds the thread, the time and the call, and passes the event to the sink. Requires engine.listening.
[[gnu::cold]] void deliverEvent(Event event);

// Switches events on and off, those the pass guards by the tracing flag included.
void setTracing(bool on);

// For synchronisation and thread events; `value` is the other thread or another detail.
inline void emitEvent(EventKind kind,
                      const abi::SiteRecord* site,
                      std::uintptr_t address,
                      unsigned size,
                      std::uint64_t value) {
  if (__builtin_expect(engine.listening, false))
    deliverEvent({.kind = kind,
                  .hasValue = true,
                  .size = size,
                  .site = site,
                  .address = address,
                  .value = value});
}

inline void emitEvent(EventKind kind, const void* object) {
  if (__builtin_expect(engine.listening, false))
    deliverEvent({.kind = kind, .address = reinterpret_cast<std::uintptr_t>(object)});
}

// The current thread ends the wait of `thread`, one of `candidates` threads that wait for `object`.
inline void emitWakeUp(ThreadId thread, const void* object, unsigned candidates = 1) {
  emitEvent(
      EventKind::WakeUp, nullptr, reinterpret_cast<std::uintptr_t>(object), candidates, thread);
}

// An attempt to take `lock`.
inline void emitAttempt(EventKind kind, const void* lock, bool succeeded) {
  if (__builtin_expect(engine.listening, false))
    deliverEvent({.kind = kind,
                  .hasValue = true,
                  .failed = !succeeded,
                  .address = reinterpret_cast<std::uintptr_t>(lock),
                  .value = succeeded ? 1u : 0u});
}

// An access whose value is too large to be told.
inline void emitAccess(EventKind kind,
                       const abi::SiteRecord* site,
                       std::uintptr_t address,
                       std::size_t size,
                       bool failed = false) {
  if (__builtin_expect(engine.listening, false))
    deliverEvent(
        {.kind = kind,
         .failed = failed,
         .size = size < ~std::uint32_t{0} ? static_cast<std::uint32_t>(size) : ~std::uint32_t{0},
         .site = site,
         .address = address});
}

} // namespace heddle::runtime
