// SPDX-License-Identifier: Apache-2.0
#include "examine/linearisations.h"

#include "explore/execution_limits.h"
#include "explore/strategies/serial_strategy.h"
#include "support/check.h"

namespace heddle::examine {

using runtime::FailureKind;

namespace {

// Two lanes of two calls have six orders; only polling and many wake-ups get near this limit.
constexpr unsigned kMostSerialExecutions = 2000;
// Each takes as long as thousands of others.
constexpr unsigned kMostEndless = 3;
constexpr unsigned kMostRestarts = 8;

} // namespace

bool linearise(TestSubject& subject,
               const explore::Budget& budget,
               Oracle& oracle,
               const std::function<void(const runtime::Outcome&)>& each) {
  // The first execution builds the checkpoint, so that those that follow begin there.
  explore::SerialStrategy serial({});
  Observation observation;
  unsigned executions = 0;
  unsigned endless = 0;
  unsigned restarts = 0;
  while (executions < kMostSerialExecutions && endless < kMostEndless &&
         serial.beginExecution(executions)) {
    runtime::Outcome outcome = subject.run(serial);
    serial.endExecution({.outcome = outcome});
    if (serial.wasEndless())
      outcome.kind = FailureKind::Livelock;
    HEDDLE_CHECK(serial.futileEvents() <= outcome.events)
        << "calls waited for " << serial.futileEvents() << " of " << outcome.events << " events";
    outcome.events -= serial.futileEvents();
    if (subject.isStopped() || budget.isOver() || !subject.prefixEnded())
      return false;
    // A call spun on memory that was not known to be shared yet. Now it is known, so that the call can be postponed.
    if (outcome.madeFair && outcome.learnedSharing && restarts < kMostRestarts) {
      serial = explore::SerialStrategy({});
      ++restarts;
      continue;
    }
    observe(outcome, observation);
    oracle.addSerial(observation);
    endless += explore::isEndless(outcome) ? 1 : 0;
    ++executions;
    each(outcome);
  }
  bool ranAll = executions < kMostSerialExecutions && endless < kMostEndless;
  if (!ranAll || serial.leftSomethingOut())
    oracle.noteIncomplete();
  return true;
}

} // namespace heddle::examine
