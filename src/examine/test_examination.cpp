// SPDX-License-Identifier: Apache-2.0
// The order follows AutoConTest: first the linearisations, which the oracle needs, then the predicted patterns. In
// addition to the paper, a depth-first search within a preemption bound exhausts most tests of one call per lane, and a
// random walk samples interleavings beyond the bound.
#include "examine/test_examination.h"

#include <algorithm>

#include "calls/summary_watch.h"
#include "examine/call_source.h"
#include "examine/explanation.h"
#include "examine/linearisations.h"
#include "explore/execution_limits.h"
#include "explore/request_options.h"
#include "explore/strategies/serial_strategy.h"
#include "explore/values/focus.h"
#include "explore/warm_up.h"
#include "support/check.h"
#include "support/hash.h"
#include "trace/trace_recorder.h"

namespace heddle::examine {

using runtime::FailureKind;
using runtime::Outcome;

namespace {

constexpr std::uint64_t kSerialExecution = 1; // before the search, in which a failure ends it
constexpr unsigned kMostTracings = 3;         // of each lane, while they learn

explore::Plan planFor(const model::HarnessRequest& request, const ExamineBudget& budget) {
  using When = explore::Phase::When;
  using enum model::StrategyId;
  if (request.strategy)
    return explore::planOf(*request.strategy, budget.directed + budget.exhaustive + budget.random);
  return {{.strategies = {Active}, .executions = budget.directed},
          {.strategies = {Dfs},
           .executions = budget.exhaustive,
           .preemptionBound = budget.preemptionBound},
          // A small test is worth exploring completely.
          {.strategies = {Dfs},
           .executions = budget.exhaustive,
           .preemptionBound = -1,
           .when = When::ExhaustedCheaply},
          {.strategies = {Random}, .executions = budget.random, .when = When::NotAllSeen}};
}

} // namespace

TestExamination::TestExamination(const model::Test& test,
                                 const model::HarnessRequest& request,
                                 explore::Budget& budget,
                                 RequirementLedger& requirements)
    : request_(request), budget_(budget), requirements_(requirements),
      subject_(test, explore::optionsOf(request), &budget), judge_(subject_, request.keepGoing) {}

Examination TestExamination::run(const ExamineBudget& budget) {
  bool canBeExamined = lineariseAll();
  if (canBeExamined && !isDone() && !judge_.oracle().breaksInvariantSerially())
    explore(budget);
  collect(canBeExamined);
  return std::move(examination_);
}

bool TestExamination::lineariseAll() {
  budget_.enter(explore::Stage::Serial);
  runtime::Options& options = subject_.options();
  options.limits = explore::serialLimits(request_.maxEvents);
  options.askWhenAlone = true; // so that SerialStrategy also sees the last call spin
  bool canBeExamined = linearise(subject_, budget_, judge_.oracle(), [&](const Outcome& outcome) {
    serial_.add(outcome, options.limits);
    if (outcome.kind == FailureKind::Invariant && judge_.oracle().breaksInvariantSerially())
      judge_.judge(kSerialExecution, outcome);
  });
  options.limits = serial_.someEndless() ? explore::briefLimitsFrom(serial_, request_.maxEvents)
                                         : explore::limitsFrom(serial_, request_.maxEvents);
  options.askWhenAlone = false;
  return canBeExamined;
}

void TestExamination::explore(const ExamineBudget& budget) {
  std::uint64_t points =
      explore::warmUp(subject_, budget_, request_.seed, explore::kShortWarmUp).points;
  if (isDone())
    return;
  budget_.enter(explore::Stage::Serial);
  if (traceLanes() && lanesAre(trace::areIndependent)) {
    examination_.extent.exhausted = true;
    examination_.sharesNothing = lanesAre(trace::shareNothing);
    return;
  }
  interruptWeakCalls();
  std::uint64_t seed = Hasher().add(request_.seed).add(model::toText(subject_.test())).value();
  // Tests are too short for checkpoints in the middle of an execution to be worth their cost.
  model::StrategyOptions strategies = request_.strategyOptions;
  strategies.checkpoints = false;
  Goal* goal = judge_.goal();
  const explore::SiteFilter isAtGoal = [goal](const abi::SiteRecord* site) {
    return goal->isNear(site);
  };
  const explore::values::Focus focus(request_.focus);
  explore::Exploration exploration(subject_,
                                   judge_,
                                   budget_,
                                   {.seed = seed,
                                    .strategies = strategies,
                                    .usualPoints = points,
                                    .profiles = profiles_.empty() ? nullptr : &profiles_,
                                    .isAtGoal = goal != nullptr ? &isAtGoal : nullptr,
                                    .focus = focus.filter()});
  exploration.observeWith(coverage_);
  examination_.extent = exploration.run(planFor(request_, budget));
  countRequirements();
}

void TestExamination::countRequirements() {
  for (std::uint64_t key : examination_.extent.requirements.predicted)
    examination_.requirements += requirements_.predicted.insert(key).second ? 1 : 0;
  for (std::uint64_t key : examination_.extent.requirements.covered)
    examination_.requirementsCovered += requirements_.covered.insert(key).second ? 1 : 0;
}

void TestExamination::collect(bool canBeExamined) {
  examination_.unsupported = subject_.unsupported();
  const Oracle& oracle = judge_.oracle();
  // A test that the end of the run interrupts is not exhausted; nothing else need be recorded.
  examination_.ordersUnknown = oracle.isIncomplete() || (!canBeExamined && !budget_.isOver());
  examination_.failsSerially = oracle.breaksSerially();
  examination_.notCompared = oracle.notCompared();
  examination_.returned = oracle.returned();
  for (bool races : {false, true})
    for (FoundViolation& found : judge_.found())
      if (!found.observed.has_value() == races)
        examination_.violations.push_back(word(found));
}

bool TestExamination::prepare() {
  if (!lineariseAll())
    return false;
  explore::warmUp(subject_, budget_, request_.seed, explore::kShortWarmUp);
  if (!subject_.isStopped() && !judge_.oracle().breaksInvariantSerially())
    if (!traceLanes() || !lanesAre(trace::areIndependent))
      interruptWeakCalls();
  return !subject_.isStopped();
}

void TestExamination::judgeOnly(const Outcome& outcome) {
  judge_.forget();
  if (!subject_.isStopped())
    judge_.judge(0, outcome);
}

std::optional<Violation> TestExamination::violation(std::uint64_t signature) {
  FoundViolation* found = judge_.find(signature);
  if (found == nullptr)
    return std::nullopt;
  return word(*found);
}

// Once per violation, after the search: it runs an execution, which the last one does not outlive.
Violation TestExamination::word(FoundViolation& found) {
  Violation& violation = found.violation;
  HEDDLE_CHECK(found.observed || violation.kind == FailureKind::DataRace ||
               violation.kind == FailureKind::EscapedReference)
      << "a failure without an observation of its execution";
  if (!found.observed)
    return std::move(violation);
  model::TestSource source = describeTest(subject_.lease(), subject_.test());
  const Observation& observed = found.observed->get();
  if (violation.message.empty())
    violation.message = examine::messageOf(found.verdict, observed, judge_.oracle(), source);
  violation.explanation = explain(observed, judge_.oracle(), source);
  return std::move(violation);
}

// ---- interleavings ----------------------------------------------------------------------------------------

// Each lane runs alone from the end of the prefix, the others after it (AutoConTest, figure 9). Returns false if a lane
// can do more than that: threads of the class act on their own, or new shared memory keeps appearing.
bool TestExamination::traceLanes() {
  trace::TraceRecorder recorder;
  subject_.setSink(&recorder);
  subject_.options().askWhenAlone = true; // for SerialStrategy, as above
  bool learned = !subject_.classHasThreads();
  for (unsigned i = 0; i < kMostTracings && learned && !isDone(); ++i) {
    learned = false;
    profiles_.clear();
    parts_ = {};
    for (unsigned lane = 1; lane <= subject_.test().suffixes.size(); ++lane) {
      explore::SerialStrategy serial({.firstLane = lane});
      serial.beginExecution(0);
      const Outcome& outcome = subject_.run(serial);
      learned = outcome.learnedSharing || learned;
      const trace::ExecutionTrace& trace = recorder.finish(outcome);
      profiles_.push_back(trace::accessesOf(trace, runtime::laneThread(lane)));
      parts_.add(trace);
    }
  }
  HEDDLE_CHECK(profiles_.empty() || profiles_.size() == subject_.test().suffixes.size())
      << profiles_.size() << " lanes were traced of a test with "
      << subject_.test().suffixes.size();
  subject_.setSink(nullptr);
  subject_.options().askWhenAlone = false;
  if (watch_ != nullptr && profiles_.size() == subject_.test().suffixes.size())
    watch_->sawLanes(subject_.test(), profiles_);
  return !learned && !profiles_.empty();
}

void TestExamination::interruptWeakCalls() {
  runtime::Options& options = subject_.options();
  options.askWhenAlone = options.traceCallers = true;
  examine::interruptWeakCalls(subject_, budget_, parts_, judge_.oracle());
  options.askWhenAlone = options.traceCallers = false;
}

bool TestExamination::lanesAre(LaneRelation related) const {
  for (std::size_t i = 0; i < profiles_.size(); ++i)
    for (std::size_t k = i + 1; k < profiles_.size(); ++k)
      if (!related(profiles_[i], profiles_[k]))
        return false;
  return true;
}

} // namespace heddle::examine
