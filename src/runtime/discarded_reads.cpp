// SPDX-License-Identifier: Apache-2.0
#include "runtime/discarded_reads.h"

#include "runtime/race_detector.h"
#include "runtime/real_calls.h"

namespace heddle::runtime {

ReadFate fateOfRead(ThreadId reader, std::uint32_t step) {
  const AtomicHistory& history = fibers[reader].atomics;
  if (step > history.lastStep)
    return ReadFate::Open;
  unsigned known =
      history.discardedCount < kDiscardedIntervals ? history.discardedCount : kDiscardedIntervals;
  for (unsigned i = 0; i < known; ++i)
    if (step > history.discarded[i].from && step <= history.discarded[i].to)
      return ReadFate::Discarded;
  return ReadFate::Used; // or so long ago that nobody remembers
}

void noteAtomicOperation(bool failedCompareExchange) {
  Fiber& fiber = currentFiber();
  AtomicHistory& history = fiber.atomics;
  auto step = static_cast<std::uint32_t>(exec.events);
  if (failedCompareExchange)
    history.discarded[history.discardedCount++ % kDiscardedIntervals] = {history.lastStep, step};
  history.lastStep = step;
  if (HEDDLE_UNLIKELY(fiber.openRaces != 0))
    settleOpenRaces(failedCompareExchange);
}

} // namespace heddle::runtime
