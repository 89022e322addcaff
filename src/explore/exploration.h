// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_set>

#include "explore/budget.h"
#include "explore/judge.h"
#include "explore/plan.h"
#include "explore/strategies/registry.h"
#include "explore/strategies/strategy.h"
#include "explore/subject.h"
#include "explore/trace_set.h"
#include "model/harness_protocol.h"
#include "patterns/coverage_log.h"
#include "trace/trace_recorder.h"

namespace heddle::explore {

// How far a search went.
struct Extent {
  bool exhausted = false;         // everything within `bounds` was visited
  model::Bounds bounds;           // meaningful when exhausted
  Requirements requirements = {}; // of the strategies that have any
  bool leftSomethingOut = false;  // an exhaustive strategy could not keep its promise
  bool sawAll() const { return exhausted && bounds.none() && !leftSomethingOut; }
};

struct ExplorationOptions {
  std::uint64_t seed = 1;
  model::StrategyOptions strategies = {};
  std::uint64_t usualPoints = 1;                                // StrategyContext::usualPoints
  const std::vector<trace::ThreadAccesses>* profiles = nullptr; // StrategyContext::profiles
  const SiteFilter* isAtGoal = nullptr;                         // StrategyContext::isAtGoal
  const SiteFilter* focus = nullptr;                            // StrategyContext::focus
  // Executions are the steps of the whole run, which jobs share. Otherwise the exploration is one step of a run, and an
  // execution is charged to its phase by its length: spinning must not take seconds.
  bool isWholeRun = false;
  unsigned jobs = 1;
  unsigned job = 0;
  model::Resume resume = {};
};

// One search: a subject under the phases of a plan, every execution judged. The same for programs and for tests of a
// class. All references outlive it.
class Exploration {
public:
  Exploration(Subject& subject, Judge& judge, Budget& budget, const ExplorationOptions& options)
      : subject_(subject), judge_(judge), budget_(budget), options_(options) {}

  // Appends a line per execution; null: does not. Not owned.
  void writeTraces(TraceSet* traceSet) { traceSet_ = traceSet; }
  // Passes traces of the search to it; null: does not. Not owned.
  void observeWith(patterns::CoverageLog* coverage) { coverage_ = coverage; }

  Extent run(const Plan& plan);

private:
  bool isDue(const Phase& phase) const;
  void runPhase(const Phase& phase);
  std::unique_ptr<Strategy> makeStrategies(const Phase& phase) const;
  StrategyContext contextOf(const Phase& phase) const;
  std::uint64_t firstExecution(bool seekable) const;
  std::uint64_t numberOf(std::uint64_t index) const { return phaseStart_ + index; }
  // Number of execution `index` for the run's coverage.
  std::uint64_t sampleNumber(std::uint64_t index) const {
    return options_.isWholeRun ? numberOf(index) : budget_.searched().executions;
  }
  bool mayRun(std::uint64_t index) const;
  // Of the phase's budget, before execution `index`.
  std::uint64_t spent(std::uint64_t index) const { return options_.isWholeRun ? index : price_; }
  // Who gets the trace of the next execution.
  struct Audience {
    bool strategy;
    bool coverage;
    bool traceSet;
    bool isSample; // others, which it could continue from, are not traced
    bool any() const { return strategy || coverage || traceSet; }
  };
  Audience audienceOf(const Strategy& strategy, std::uint64_t index) const;
  const runtime::Outcome& runOne(Strategy& strategy, const Audience& audience);
  // The coverage comes first: a strategy sees what its execution covered.
  Ending end(Strategy& strategy,
             std::uint64_t index,
             const runtime::Outcome& outcome,
             const Audience& audience);
  void account(std::uint64_t index, const runtime::Outcome& outcome, bool isObserved);
  void noteFailingSchedule();
  void restart();
  void noteEnd(const Phase& phase, const Strategy& strategy, bool isFinished);

  static constexpr trace::EventIndex kMostTracedEvents = 200'000;

  Subject& subject_;
  Judge& judge_;
  Budget& budget_;
  ExplorationOptions options_;
  TraceSet* traceSet_ = nullptr;
  patterns::CoverageLog* coverage_ = nullptr;
  // Records the executions whose trace is wanted. Longer ones wait in a loop, and repeat what they did before.
  trace::TraceRecorder recorder_{kMostTracedEvents};
  Extent extent_;
  std::uint64_t executions_ = 0;                       // of the search
  std::unordered_set<std::uint64_t> failingSchedules_; // hashes

  // Of the current phase:
  unsigned phase_ = 0;
  std::uint64_t phaseStart_ = 0; // number of its first execution
  std::uint64_t price_ = 0;      // of its executions so far
  std::uint64_t reached_ = 0;    // index after its last execution
  model::Counters<std::uint64_t> searchedBefore_;
  // Of the phase before:
  bool wasExhausted_ = false;
  std::uint64_t left_ = 0;
};

} // namespace heddle::explore
