// SPDX-License-Identifier: Apache-2.0
// The main loop. What is about to run is on record before it runs. All decisions about what is executed and what is
// reported depend on numbers of executions, never on time (except for the time limit), so that the same seed gives the
// same result for any number of jobs.
//
// Executions of all phases are numbered in one sequence. With several jobs a phase reserves the numbers of its whole
// budget, used or not, because no job knows how many the others use; a single job reserves only those it used.
#include "explore/exploration.h"

#include <algorithm>
#include <ranges>

#include "explore/recording.h"
#include "explore/strategies/turns_strategy.h"
#include "explore/values/static_facts.h"
#include "support/check.h"

namespace heddle::explore {

using runtime::Outcome;

namespace {

// The budget of a phase counts executions of this many events, which is the usual length.
constexpr std::uint64_t kUsualEvents = 1000;

constexpr std::size_t kMostFailingSchedules = 100'000; // whose difference is noted

void checkPlan(const Plan& plan, unsigned jobs) {
  HEDDLE_CHECK(!plan.empty()) << "a plan without phases";
  HEDDLE_CHECK(plan.front().when == Phase::When::Always)
      << "the first phase of a plan depends on an earlier one";
  for (const Phase& phase : plan) {
    HEDDLE_CHECK(!phase.strategies.empty()) << "a phase without strategies";
    HEDDLE_CHECK(
        phase.strategies.size() == 1 ||
        std::ranges::all_of(phase.strategies,
                            [](model::StrategyId id) { return rowOf(id).traits.seekable; }))
        << "strategies take turns that cannot start at any execution";
    HEDDLE_CHECK(jobs == 1 || &phase == &plan.back() || phase.executions != Phase::kUnlimited)
        << "jobs cannot number the executions after an unlimited phase";
  }
}

} // namespace

Extent Exploration::run(const Plan& plan) {
  HEDDLE_CHECK(options_.job < options_.jobs)
      << "job " << options_.job << " of an exploration with " << options_.jobs << " jobs";
  HEDDLE_CHECK(options_.resume.phase < plan.size())
      << "resumes in phase " << options_.resume.phase << " of a plan with " << plan.size();
  checkPlan(plan, options_.jobs);
  budget_.enter(Stage::Search);
  phaseStart_ = options_.resume.phaseStart;
  for (phase_ = options_.resume.phase; phase_ < plan.size() && mayRun(0); ++phase_) {
    const Phase& phase = plan[phase_];
    if (!isDue(phase))
      continue;
    runPhase(phase);
    phaseStart_ += options_.jobs == 1 ? reached_ : phase.executions;
  }
  return extent_;
}

bool Exploration::isDue(const Phase& phase) const {
  switch (phase.when) {
  case Phase::When::Always:
    return true;
  case Phase::When::ExhaustedCheaply:
    return wasExhausted_ && left_ > 0 && !extent_.sawAll();
  case Phase::When::NotAllSeen:
    return !extent_.sawAll();
  }
  return true;
}

void Exploration::runPhase(const Phase& phase) {
  bool takesOver = phase.when == Phase::When::ExhaustedCheaply;
  std::uint64_t most = takesOver ? std::min(phase.executions, left_) : phase.executions;
  bool seekable = std::ranges::all_of(
      phase.strategies, [](model::StrategyId id) { return rowOf(id).traits.seekable; });
  std::unique_ptr<Strategy> strategy = makeStrategies(phase);
  subject_.options().askWhenAlone = strategy->watchesAll();
  price_ = reached_ = 0;
  searchedBefore_ = budget_.searched();
  bool isFinished = false;
  for (std::uint64_t index = firstExecution(seekable); spent(index) < most && mayRun(index);) {
    if (options_.isWholeRun)
      budget_.beginStep(numberOf(index), phase_, phaseStart_);
    if (!strategy->beginExecution(index)) {
      isFinished = true;
      break;
    }
    const Audience audience = audienceOf(*strategy, index);
    const Outcome& outcome = runOne(*strategy, audience);
    Ending ending = end(*strategy, index, outcome, audience);
    if (ending == Ending::NotMine)
      budget_.countUseless(outcome);
    if (ending == Ending::NotMine ||
        (ending == Ending::Prepared && outcome.kind == runtime::FailureKind::None))
      continue;
    if (ending != Ending::Skipped)
      account(index, outcome, audience.coverage && coverage_->isReported());
    index += options_.jobs;
    if (ending == Ending::Restarted) {
      index = firstExecution(seekable);
      restart();
    } else if (audience.traceSet && ending == Ending::Counted) {
      traceSet_->append(recorder_.finish(outcome), outcome);
    }
    reached_ = index;
  }
  subject_.options().askWhenAlone = false;
  subject_.setSink(nullptr);
  noteEnd(phase, *strategy, isFinished);
  left_ = spent(reached_) * 2 < most ? most - spent(reached_) : 0;
}

// Where this job's share begins: after what a process that died has executed, if the strategy can begin there.
std::uint64_t Exploration::firstExecution(bool seekable) const {
  std::uint64_t first = options_.job;
  std::uint64_t resumed = options_.resume.firstExecution;
  if (seekable && resumed > phaseStart_)
    first = std::max(first, resumed - phaseStart_);
  first += (options_.jobs + options_.job - first % options_.jobs) % options_.jobs;
  HEDDLE_CHECK(first % options_.jobs == options_.job)
      << "execution " << first << " belongs to another job than " << options_.job;
  return first;
}

bool Exploration::mayRun(std::uint64_t index) const {
  if (judge_.isSatisfied())
    return false;
  return options_.isWholeRun ? budget_.mayBegin(numberOf(index)) : !budget_.isOver();
}

StrategyContext Exploration::contextOf(const Phase& phase) const {
  StrategyContext context{.seed = options_.seed,
                          .options = options_.strategies,
                          .subject = subject_,
                          .profiles = options_.profiles,
                          .usualPoints = options_.usualPoints,
                          .jobs = options_.jobs,
                          .job = options_.job,
                          .isAtGoal = options_.isAtGoal,
                          .focus = options_.focus,
                          .facts = [this]() -> const analysis::AccessFacts& {
                            return values::staticFacts(options_.strategies, budget_);
                          },
                          .coverage = coverage_ != nullptr ? &coverage_->patterns() : nullptr,
                          .counters = budget_.searchCounters()};
  if (phase.preemptionBound != Phase::kAsRequested)
    context.options.preemptionBound = phase.preemptionBound;
  std::uint64_t first = phaseStart_ + options_.job;
  if (options_.resume.firstExecution > first)
    context.skip = (options_.resume.firstExecution - 1 - first) / options_.jobs;
  return context;
}

std::unique_ptr<Strategy> Exploration::makeStrategies(const Phase& phase) const {
  StrategyContext context = contextOf(phase);
  if (phase.strategies.size() == 1)
    return makeStrategy(phase.strategies.front(), context);
  std::vector<std::unique_ptr<Strategy>> strategies;
  strategies.reserve(phase.strategies.size());
  for (model::StrategyId id : phase.strategies)
    strategies.push_back(makeStrategy(id, context));
  return std::make_unique<TurnsStrategy>(std::move(strategies));
}

// What is traced for a strategy is observed as well.
Exploration::Audience Exploration::audienceOf(const Strategy& strategy, std::uint64_t index) const {
  const bool isTraced = traceSet_ != nullptr || strategy.wantsTrace();
  const bool isFirstOfTest = !options_.isWholeRun && executions_ == 0;
  const bool isWanted =
      coverage_ != nullptr && coverage_->wants(sampleNumber(index), isFirstOfTest);
  return {.strategy = strategy.wantsTrace(),
          .coverage = isWanted || (coverage_ != nullptr && isTraced),
          .traceSet = traceSet_ != nullptr,
          .isSample = isWanted && !isTraced && !coverage_->wantsAll()};
}

const Outcome& Exploration::runOne(Strategy& strategy, const Audience& audience) {
  runtime::EventSink* watcher = audience.any() ? nullptr : strategy.watcher();
  subject_.setSink(audience.any() ? &recorder_ : watcher);
  subject_.options().traceBranches = subject_.options().traceFunctions = watcher != nullptr;
  unsigned checkpoint = strategy.checkpoint();
  budget_.enter(strategy.prepares() ? Stage::WarmUp : Stage::Search);
  return checkpoint == Strategy::kSubjectStart || audience.isSample
             ? subject_.run(strategy)
             : subject_.runFrom(checkpoint, strategy);
}

Ending Exploration::end(Strategy& strategy,
                        std::uint64_t index,
                        const Outcome& outcome,
                        const Audience& audience) {
  const trace::ExecutionTrace* trace = audience.any() ? &recorder_.finish(outcome) : nullptr;
  if (audience.coverage)
    if (Result<void> observed = coverage_->observe(*trace, sampleNumber(index), budget_.seconds());
        !observed)
      budget_.fail(model::messageOf(observed.error()));
  return strategy.endExecution({.outcome = outcome, .trace = audience.strategy ? trace : nullptr});
}

// Executions that a restarted search or a process that died has already run are not counted twice.
void Exploration::account(std::uint64_t index, const Outcome& outcome, bool isObserved) {
  price_ += 1 + outcome.events / kUsualEvents;
  if (outcome.unsupported && options_.isWholeRun)
    return budget_.failUnsupported(outcome);
  if (options_.isWholeRun && numberOf(index) < options_.resume.firstExecution)
    return;
  const bool fails = judge_.judge(++executions_, outcome);
  if (fails)
    noteFailingSchedule();
  budget_.countSearch(outcome, {.fails = fails, .isObserved = isObserved});
}

void Exploration::noteFailingSchedule() {
  if (failingSchedules_.size() >= kMostFailingSchedules || budget_.searchCounters() == nullptr)
    return;
  if (failingSchedules_.insert(recordedHash()).second)
    model::increment(budget_.searchCounters()->distinctFailures);
}

void Exploration::restart() {
  std::uint64_t again = budget_.searched().executions - searchedBefore_.executions;
  HEDDLE_CHECK(again <= executions_) << "a search that starts again discards " << again
                                     << " of its " << executions_ << " executions";
  executions_ -= again;
  budget_.forgetSearched(searchedBefore_);
  if (traceSet_ != nullptr)
    traceSet_->clear();
}

void Exploration::noteEnd(const Phase& phase, const Strategy& strategy, bool isFinished) {
  if (const Requirements* met = strategy.requirements()) {
    HEDDLE_CHECK(met->covered.size() <= met->predicted.size())
        << "more access patterns were covered than predicted";
    Requirements& all = extent_.requirements;
    all.predicted.insert(all.predicted.end(), met->predicted.begin(), met->predicted.end());
    all.covered.insert(all.covered.end(), met->covered.begin(), met->covered.end());
  }
  wasExhausted_ = isFinished && rowOf(phase.strategies.front()).traits.exhaustive;
  if (!wasExhausted_)
    return;
  StrategyContext context = contextOf(phase);
  extent_.exhausted = true;
  extent_.bounds = {.preemptions = context.options.preemptionBound,
                    .delays = context.options.delayBound};
  extent_.leftSomethingOut = strategy.leftSomethingOut();
}

} // namespace heddle::explore
