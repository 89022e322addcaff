// SPDX-License-Identifier: Apache-2.0
// The order follows AutoConTest: first the linearisations, which the oracle needs, then the predicted patterns; beyond
// the paper depth-first search within a preemption bound, which ends most tests of one call per lane with all their
// interleavings seen, and a random walk for what lies beyond the bound.
#include "synthesize/test_examination.h"

#include <algorithm>

#include "explore/access_patterns.h"
#include "explore/active_strategy.h"
#include "explore/execution_limits.h"
#include "explore/request_options.h"
#include "explore/serial_strategy.h"
#include "explore/warm_up.h"
#include "support/hash.h"
#include "synthesize/call_source.h"
#include "synthesize/explanation.h"
#include "synthesize/linearisations.h"
#include "synthesize/summary_watch.h"

namespace heddle::synthesize {

using runtime::FailureKind;
using runtime::Outcome;

namespace {

constexpr unsigned kMostTracings = 3;       // of each lane, while they learn
constexpr std::size_t kMostPatterns = 1000; // per pair of lanes

explore::Plan planFor(const model::HarnessRequest& request, const ExamineBudget& budget) {
  using When = explore::Phase::When;
  using enum model::StrategyId;
  if (request.strategy)
    return explore::planOf(*request.strategy, budget.directed + budget.exhaustive + budget.random);
  return {{.strategies = {Dfs},
           .executions = budget.exhaustive,
           .preemptionBound = budget.preemptionBound},
          // A small test is worth its last interleaving.
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
  if (canBeExamined && !isDone())
    explore(budget);
  collect(canBeExamined);
  return std::move(examination_);
}

bool TestExamination::lineariseAll() {
  budget_.enter(explore::Stage::Serial);
  runtime::Options& options = subject_.options();
  options.limits = explore::serialLimits(request_.maxEvents);
  options.askWhenAlone = true; // so that SerialStrategy sees also the last call spin
  bool canBeExamined = linearise(subject_, budget_, judge_.oracle(), [&](const Outcome& outcome) {
    serial_.add(outcome);
  });
  options.limits = serial_.someEndless() ? explore::briefLimitsFrom(serial_, request_.maxEvents)
                                         : explore::limitsFrom(serial_, request_.maxEvents);
  options.askWhenAlone = false;
  return canBeExamined;
}

void TestExamination::explore(const ExamineBudget& budget) {
  std::uint64_t points = explore::warmUp(subject_, budget_, request_.seed, explore::kShortWarmUp);
  if (isDone())
    return;
  budget_.enter(explore::Stage::Serial);
  if (traceLanes() && lanesAreIndependent()) {
    examination_.extent.exhausted = true;
    return;
  }
  budget_.enter(explore::Stage::Search);
  if (!request_.strategy)
    direct(budget.directed);
  std::uint64_t seed = Hasher().add(request_.seed).add(model::toText(subject_.test())).value();
  // Tests are too short for checkpoints in mid-execution to pay.
  model::StrategyOptions strategies = request_.strategyOptions;
  strategies.checkpoints = false;
  explore::Exploration exploration(
      subject_, judge_, budget_, {.seed = seed, .strategies = strategies, .usualPoints = points});
  examination_.extent = exploration.run(planFor(request_, budget));
}

void TestExamination::collect(bool canBeExamined) {
  examination_.unsupported = subject_.unsupported();
  examination_.incomplete = !canBeExamined || judge_.oracle().isIncomplete() ||
                            examination_.extent.leftSomethingOut || subject_.isStopped() ||
                            budget_.isOver();
  for (bool races : {false, true})
    for (FoundViolation& found : judge_.found())
      if ((found.verdict.kind == FailureKind::DataRace) == races)
        examination_.violations.push_back(word(found));
}

bool TestExamination::prepare() {
  if (!lineariseAll())
    return false;
  explore::warmUp(subject_, budget_, request_.seed, explore::kShortWarmUp);
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
  if (!found.observed)
    return std::move(violation);
  model::TestSource source = describeTest(subject_.lease(), subject_.test());
  const Observation& observed = found.observed->get();
  if (violation.message.empty())
    violation.message = messageOf(found.verdict, observed, judge_.oracle(), source);
  violation.explanation = explain(observed, judge_.oracle(), source);
  return std::move(violation);
}

// ---- interleavings ----------------------------------------------------------------------------------------

// Each lane runs alone from the end of the prefix, the others after it (AutoConTest, figure 9). False when that is not
// all a lane can do: threads of the class act on their own, or new shared memory keeps turning up.
bool TestExamination::traceLanes() {
  subject_.options().askWhenAlone = true;
  bool learned = !subject_.classHasThreads();
  for (unsigned i = 0; i < kMostTracings && learned && !isDone(); ++i) {
    learned = false;
    traces_.clear();
    for (unsigned lane = 1; lane <= subject_.test().suffixes.size(); ++lane) {
      explore::SerialStrategy serial({.firstLane = lane});
      explore::AccessTracer tracer(serial, lane);
      serial.beginExecution(0);
      learned = subject_.run(tracer).learnedSharing || learned;
      traces_.push_back(tracer.finish());
    }
  }
  subject_.options().askWhenAlone = false;
  if (watch_ != nullptr && traces_.size() == subject_.test().suffixes.size())
    watch_->sawLanes(subject_.test(), traces_);
  return !learned && !traces_.empty();
}

bool TestExamination::lanesAreIndependent() const {
  for (std::size_t i = 0; i < traces_.size(); ++i)
    for (std::size_t k = i + 1; k < traces_.size(); ++k)
      if (!explore::areIndependent(traces_[i], traces_[k]))
        return false;
  return true;
}

void TestExamination::direct(std::uint64_t most) {
  subject_.options().askWhenAlone = true;
  for (unsigned first = 0; first < traces_.size(); ++first)
    for (unsigned second = first + 1; second < traces_.size(); ++second)
      direct(first, second, most);
  subject_.options().askWhenAlone = false;
}

void TestExamination::direct(unsigned first, unsigned second, std::uint64_t& left) {
  using Approach = explore::ActiveStrategy::Approach;
  const explore::LaneTrace& one = traces_[first];
  const explore::LaneTrace& other = traces_[second];
  explore::ActiveStrategy active;
  for (const explore::AccessPattern& pattern :
       explore::predictPatterns(one, other, kMostPatterns)) {
    examination_.requirements += requirements_.predicted.insert(pattern.key).second ? 1 : 0;
    for (Approach approach : {Approach::OneByOne, Approach::BothFirst}) {
      if (left == 0 || isDone())
        break;
      active.aimAt(pattern, one, other, first + 1, second + 1, approach);
      active.beginExecution(0);
      const Outcome& outcome = subject_.run(active);
      left -= std::min<std::uint64_t>(left, 1 + outcome.events / 1000);
      if (!outcome.unsupported)
        budget_.countSearch(outcome, judge_.judge(budget_.searched().executions, outcome));
      if (active.covered()) {
        examination_.requirementsCovered +=
            requirements_.covered.insert(pattern.key).second ? 1 : 0;
        break;
      }
    }
  }
}

} // namespace heddle::synthesize
