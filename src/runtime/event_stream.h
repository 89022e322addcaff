// SPDX-License-Identifier: Apache-2.0
// Events to the sink, only while tracing: exploration runs without and re-runs what it wants to see.
#pragma once

#include "runtime/state.h"

namespace heddle::runtime {

[[gnu::cold]] void deliverEvent(EventKind kind,
                                const abi::SiteRecord* site,
                                std::uintptr_t address,
                                unsigned size,
                                std::uint64_t value,
                                bool hasValue);

// Switches events on and off, those the pass guards by the tracing flag included.
void setTracing(bool on);

// For synchronisation and thread events; `value` is the other thread or another detail.
inline void emitEvent(EventKind kind,
                      const abi::SiteRecord* site,
                      std::uintptr_t address,
                      unsigned size,
                      std::uint64_t value) {
  if (__builtin_expect(engine.listening, false))
    deliverEvent(kind, site, address, size, value, true);
}

inline void emitEvent(EventKind kind, const void* object) {
  if (__builtin_expect(engine.listening, false))
    deliverEvent(kind, nullptr, reinterpret_cast<std::uintptr_t>(object), 0, 0, false);
}

} // namespace heddle::runtime
