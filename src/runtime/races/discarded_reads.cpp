// SPDX-License-Identifier: Apache-2.0
#include "runtime/races/discarded_reads.h"

#include "runtime/races/race_detector.h"
#include "runtime/system/real_calls.h"

namespace heddle::runtime {

namespace {

std::uint32_t now() {
  return static_cast<std::uint32_t>(exec.events);
}

// The reads of the current thread after step `from` were discarded.
void discardSince(std::uint32_t from) {
  Fiber& fiber = currentFiber();
  AtomicHistory& history = fiber.atomics;
  history.discarded[history.discardedCount++ % kDiscardedIntervals] = {from, now()};
  if (HEDDLE_UNLIKELY(fiber.openRaces != 0))
    settleOpenRaces(from, true);
}

} // namespace

ReadFate fateOfRead(ThreadId reader, std::uint32_t step) {
  const AtomicHistory& history = fibers[reader].atomics;
  unsigned known =
      history.discardedCount < kDiscardedIntervals ? history.discardedCount : kDiscardedIntervals;
  for (unsigned i = 0; i < known; ++i)
    if (step > history.discarded[i].from && step <= history.discarded[i].to)
      return ReadFate::Discarded;
  return step > history.lastWrite ? ReadFate::Open : ReadFate::Used;
}

void noteAtomicLoad(std::uintptr_t address, std::uint64_t value) {
  AtomicHistory& history = currentFiber().atomics;
  for (AtomicHistory::Load& load : history.loads) {
    if (load.address != address)
      continue;
    if (load.value != value && load.step > history.lastWrite)
      discardSince(load.step);
    load = {address, value, now()};
    return;
  }
  history.loads[history.loadCount++ % kRememberedLoads] = {address, value, now()};
}

void noteAtomicWrite() {
  Fiber& fiber = currentFiber();
  if (HEDDLE_UNLIKELY(fiber.openRaces != 0))
    settleOpenRaces(0, false);
  fiber.atomics.lastWrite = now();
}

void noteFailedCompareExchange() {
  discardSince(currentFiber().atomics.lastWrite);
  currentFiber().atomics.lastWrite = now();
}

} // namespace heddle::runtime
