// SPDX-License-Identifier: Apache-2.0
// Livelocks and endless loops. By the time the budget is used up, every enabled thread has had thousands of
// turns, so a thread that still runs does not wait for its turn. Two or more such threads keep each other busy: a
// livelock. A single one is an endless loop.
#include "runtime/oracle/endless.h"

#include "runtime/failure.h"
#include "runtime/scheduler.h"

namespace heddle::runtime {

void judgeEndless() {
  // A thread that alone used the second half of the budget does not wait for another one: it never reached a point.
  bool isAlone = exec.events - exec.segmentStart > exec.events / 2;
  unsigned running = isAlone ? 1 : exec.runnableCount;
  const std::uint64_t thousands = exec.events / 1000;
  const double millions = static_cast<double>(thousands) / 1000;
  if (running > 1)
    fail(FailureKind::Livelock, MessageId::FairTurnsWithoutEnd, {running, millions});
  fail(FailureKind::Hang, MessageId::RunsWithoutEnd, {exec.current, millions});
}

void judgeStuck() {
  failAt(FailureKind::Hang, 0, MessageId::LoopsOutOfSight, {exec.current});
}

} // namespace heddle::runtime
