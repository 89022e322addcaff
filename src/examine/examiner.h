// SPDX-License-Identifier: Apache-2.0
// Explores the interleavings of one generated test and compares what it observes with the linearisations of the
// test's calls.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "examine/observation.h"
#include "explore/budget.h"
#include "explore/exploration.h"
#include "model/explanation.h"
#include "model/harness_protocol.h"
#include "model/message.h"
#include "model/schedule.h"
#include "model/severity.h"
#include "model/test.h"
#include "runtime/calls.h"

namespace heddle::calls {
class SummaryWatch;
}

namespace heddle::examine {

class Goal;

// A failure that no linearisation of the calls has.
struct Violation {
  runtime::FailureKind kind = runtime::FailureKind::None;
  model::SeverityReason severityReason = model::SeverityReason::None;
  std::uint64_t signature = 0;
  model::Message message;
  model::Test test;
  model::Schedule schedule;
  model::Explanation explanation;
  std::uint64_t execution = 0; // the first of the test's search that failed this way, from 1
  bool meetsGoal = false;      // of the examination, if it had one
};

struct ExamineBudget {
  std::uint64_t directed = 2000;   // executions of predicted interleavings at most
  std::uint64_t exhaustive = 2000; // executions of depth-first search at most
  std::uint64_t random = 200;      // executions of the random walk
  int preemptionBound = 2;         // of the depth-first search; -1: none
};

struct Examination {
  std::vector<Violation> violations; // distinct by signature, failures before data races
  explore::Extent extent;
  bool ordersUnknown = false; // not every serial execution is known: results were not judged
  bool failsSerially =
      false; // the calls also break the class in a serial execution: nothing was judged
  std::vector<UncomparedCall> notCompared; // distinct
  std::vector<std::uint16_t> returned;     // distinct operations of lanes that returned
  bool sharesNothing = false; // the lanes neither share memory that one of them writes, nor a lock
  // Interleaving patterns predicted from the sequential traces, by their sites, that no earlier test of this examiner
  // had; and those that an execution covered for the first time.
  std::uint64_t requirements = 0;
  std::uint64_t requirementsCovered = 0;
  model::Message unsupported; // the construct that is not modelled
};

// Owned by the code that runs a check, lives for one run. Takes the engine's lease whenever it is called.
class Examiner {
public:
  // Both outlive it.
  Examiner(const model::HarnessRequest& request, explore::Budget& budget);
  // Not owned; may be null. Sees what the lanes of every test do.
  void setWatch(calls::SummaryWatch* watch);
  // Not owned; may be null. Is shown executions of every test that is examined, but not of those that are minimised.
  void observeWith(patterns::CoverageLog* coverage);
  // The class has a method that only notifies (calls/notifications.h).
  void expectSeparateNotification(bool expected);
  ~Examiner();
  Examiner(const Examiner&) = delete;
  Examiner& operator=(const Examiner&) = delete;

  // With a goal, not owned, the examination does not end before the goal is met.
  Examination examine(const model::Test& test, const ExamineBudget& budget, Goal* goal = nullptr);

  // A smaller test with the same violation: fewest calls, then simplest arguments, then fewest preemptions and steps.
  // Returns `violation` itself, with its schedule minimised, if no smaller test has it. Takes about
  // ten thousand executions at most; ends early when the budget is over.
  Violation minimise(const Violation& violation);

private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace heddle::examine
