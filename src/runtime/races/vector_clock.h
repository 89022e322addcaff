// SPDX-License-Identifier: Apache-2.0
// Vector clocks in scratch memory. Usually they are short: two or three threads.
#pragma once

#include "runtime/state.h"

namespace heddle::runtime {

inline std::uint32_t clockOf(const VectorClock& clock, ThreadId thread) {
  return thread < clock.size ? clock.entries[thread] : 0;
}

// Makes room for `size` entries; new ones are 0.
void growClock(VectorClock& clock, std::uint32_t size);

inline void setClock(VectorClock& clock, ThreadId thread, std::uint32_t value) {
  if (thread >= clock.size)
    growClock(clock, thread + 1u);
  clock.entries[thread] = value;
}

inline void advanceClock(VectorClock& clock, ThreadId thread) {
  ++clock.entries[thread];
}

inline void joinClock(VectorClock& into, const VectorClock& from) {
  if (into.size < from.size)
    growClock(into, from.size);
  for (std::uint32_t i = 0; i < from.size; ++i)
    if (from.entries[i] > into.entries[i])
      into.entries[i] = from.entries[i];
}

inline void clearClock(VectorClock& clock) {
  for (std::uint32_t i = 0; i < clock.size; ++i)
    clock.entries[i] = 0;
}

} // namespace heddle::runtime
