// SPDX-License-Identifier: Apache-2.0
// Problem: reach what a few events in the right order reveal, without trying many schedules that do not.
// Idea: the trace of an execution has the events, and an order problem says whether, and how, the same events can happen
// in the wanted order. The schedule is executed. From where it leaves the trace, its events are new, and so are the
// orders that they can form.
// Paper: PCR (Zhao et al., Algorithm 2), which has the loop from MCR (Huang, PLDI 2015).
// How we differ: questions are asked when their schedule is needed, not all in advance. Executions whose threads did the same
// have the same order problem; only the first of them is asked. What an order problem does not know (a value that code
// without hooks wrote, a limit) may hide something. So random executions take turns with the aims that promise least, and
// have the last word.
#include "explore/strategies/order_strategy.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include "explore/recording.h"
#include "model/harness_protocol.h"
#include "runtime/calls.h"
#include "support/check.h"
#include "support/hash.h"

namespace heddle::explore {

using runtime::ThreadId;
using solve::Feasibility;
using trace::EventIndex;

namespace {

constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};
constexpr std::uint64_t kMostSourceEvents = 2'000'000; // of all executions that are kept
// Beyond this many, executions that have nothing new are not kept.
constexpr std::uint64_t kManySourceEvents = 100'000;
constexpr std::size_t kMostCandidates = 200'000;
constexpr std::size_t kMostSignatures = 500'000;
constexpr unsigned kMostMissed = 20; // aims in a row, before the order problem is given up
constexpr unsigned kMostInterferences = 4;
// Aims and random executions take turns when the first aims, which promise most, have been followed, or are of the last
// rank. A random execution costs little, and so must the questions for an aim.
constexpr std::uint64_t kUndisturbed = 64;
constexpr unsigned kRandomTurns = 19;
constexpr std::uint64_t kQuestionsOfTurn = 50;
constexpr std::chrono::seconds kPatience{2}; // with a solver process, for one question

// Equal for executions whose threads do the same, whatever the threads are called.
std::uint64_t signatureOf(const trace::ExecutionTrace& trace) {
  std::vector<Hasher> hashers(trace.threadCount());
  for (EventIndex event = 0; event < trace.length(); ++event) {
    Hasher& hasher = hashers[trace.thread(event)];
    hasher.add(static_cast<unsigned>(trace.kind(event)))
        .add(reinterpret_cast<std::uintptr_t>(trace.site(event)))
        .add(trace.hasValue(event) ? trace.value(event) : 0);
  }
  std::vector<std::uint64_t> values;
  values.reserve(hashers.size());
  for (const Hasher& hasher : hashers)
    values.push_back(hasher.value());
  std::ranges::sort(values);
  Hasher all;
  for (const std::uint64_t value : values)
    all.add(value);
  return all.value();
}

std::uint64_t hashOf(const std::vector<Leg>& course) {
  Hasher hasher;
  for (const Leg& leg : course)
    hasher.add(leg.thread).add(leg.entered);
  return hasher.value();
}

} // namespace

OrderStrategy::Source::Source(const trace::ExecutionTrace& trace,
                              std::vector<std::uint32_t> givenEvents,
                              std::uint64_t& totalEvents)
    : problem(solve::problemOf(trace)), direction(trace, recordedSchedule()),
      given(std::move(givenEvents)), total(totalEvents) {
  sites.reserve(trace.length());
  for (EventIndex event = 0; event < trace.length(); ++event)
    sites.push_back(trace.site(event));
  total += sites.size();
}

OrderStrategy::OrderStrategy(const StrategyContext& context, std::unique_ptr<AimFinder> finder)
    : context_(context), finder_(std::move(finder)), random_(context.seed) {
  HEDDLE_CHECK(context.job < context.jobs)
      << "job " << context.job << " of a search with " << context.jobs << " jobs";
  if (context.options.solver == model::OrderEngine::Z3)
    channel_ = std::make_unique<solve::SmtDescriptor>(model::kSolverDescriptor);
}

// ---- executions -------------------------------------------------------------------------------------------

bool OrderStrategy::beginExecution(std::uint64_t index) {
  isSkipped_ = executions_ > 0 && counted_ == context_.skip;
  aim_.reset();
  given_.clear();
  if (executions_ == 0) {
    run({});
    return true;
  }
  if (!isHopeless_ && aimNext())
    return true;
  if (isOver()) {
    if (finder_->probes())
      count(&model::LiveCounters::searchesSettled);
    return false;
  }
  chooser_ = &random_;
  return random_.beginExecution(index);
}

// Nothing is left to aim at, and random executions agree: they have nothing new either.
bool OrderStrategy::isOver() const {
  if (isHopeless_ || candidateCount_ > 0 || !withLastAims_.empty())
    return false;
  const std::optional<unsigned> probes = finder_->probes();
  return !probes || (!leftOut_ && probes_ >= *probes);
}

// Executions can only be abandoned at a scheduling point.
ThreadId OrderStrategy::choose(const runtime::SchedulingPoint& point) {
  if (isSkipped_)
    runtime::abandonExecution();
  return chooser_->choose(point);
}

// The first execution is a serial one, as there were before the search; this time it is traced.
Ending OrderStrategy::endExecution(const Ended& ended) {
  const bool isFirst = executions_++ == 0;
  if (ended.trace != nullptr && !isSkipped_) {
    const bool isNews = finder_->observe(*ended.trace);
    noteAim(ended);
    if (learn(*ended.trace, isNews) || isNews)
      probes_ = 0;
    else if (chooser_ == &random_)
      ++probes_;
  }
  if (isFirst)
    return context_.job == 0 ? Ending::Prepared : Ending::NotMine;
  ++counted_;
  return isSkipped_ ? Ending::Skipped : Ending::Counted;
}

void OrderStrategy::run(std::vector<Leg> course) {
  directed_.setCourse(std::move(course));
  directed_.beginExecution(0);
  chooser_ = &directed_;
}

// ---- aims -------------------------------------------------------------------------------------------------

// Returns whether there is something new to aim at. Jobs share the aims of the first execution; later ones belong to the
// job that found them.
bool OrderStrategy::learn(const trace::ExecutionTrace& trace, bool isNews) {
  const bool isBusy = !isNews && sourceEvents_ >= kManySourceEvents;
  if (isBusy || signatures_.size() == kMostSignatures || !hasRoomFor(trace)) {
    leftOut_ = true;
    return false;
  }
  if (!signatures_.insert(signatureOf(trace)).second)
    return false;
  auto source = std::make_shared<Source>(trace, std::move(given_), sourceEvents_);
  source->isShared = executions_ == 1;
  std::vector<Aim> aims = finder_->aimsOf(trace, source->problem.problem);
  leftOut_ = leftOut_ || source->problem.isRestricted || !finder_->isComplete();
  add(source, std::move(aims));
  withLastAims_.push_back(std::move(source));
  return true;
}

bool OrderStrategy::hasRoomFor(const trace::ExecutionTrace& trace) {
  if (!trace.isComplete()) {
    count(&model::LiveCounters::tracesTooLong);
    isHopeless_ = isHopeless_ || executions_ == 1;
    return false;
  }
  return sourceEvents_ + trace.length() <= kMostSourceEvents && candidateCount_ <= kMostCandidates;
}

void OrderStrategy::add(const std::shared_ptr<Source>& source, std::vector<Aim> aims) {
  for (std::size_t i = 0; i < aims.size(); ++i) {
    if (source->isShared && i % context_.jobs != context_.job)
      continue;
    if (const std::optional<unsigned> rank = finder_->rankOf(aims[i])) {
      candidates_[*rank].push_back({.source = source, .aim = std::move(aims[i])});
      ++candidateCount_;
    }
  }
}

// From now on executions are random.
void OrderStrategy::giveUp() {
  isHopeless_ = true;
  count(&model::LiveCounters::orderSearchesAbandoned);
}

bool OrderStrategy::aimNext() {
  if (finder_->probes().value_or(0) == 0)
    return aimUpTo(Aim::kLastRank, kNoLimit);
  if (executions_ <= kUndisturbed && aimUpTo(Aim::kLastRank - 1, kNoLimit))
    return true;
  return turns_++ % (kRandomTurns + 1) == 0 &&
         aimUpTo(Aim::kLastRank, questions_ + kQuestionsOfTurn);
}

bool OrderStrategy::aimUpTo(unsigned lastRank, std::uint64_t questions) {
  for (unsigned rank = 0; rank <= lastRank; ++rank)
    if (aimAt(rank, questions))
      return true;
  return false;
}

// Asks until an aim can be followed, or until there have been so many questions.
bool OrderStrategy::aimAt(unsigned rank, std::uint64_t questions) {
  std::deque<Candidate>& ofRank = candidates_[rank];
  while (questions_ < questions && (!ofRank.empty() || (rank == Aim::kLastRank && addLastAims()))) {
    Candidate candidate = std::move(ofRank.front());
    ofRank.pop_front();
    --candidateCount_;
    const std::optional<unsigned> now = finder_->rankOf(candidate.aim);
    if (!now)
      continue;
    if (*now > rank) {
      candidates_[*now].push_back(std::move(candidate));
      ++candidateCount_;
    } else if (follow(candidate)) {
      return true;
    }
  }
  return false;
}

bool OrderStrategy::addLastAims() {
  while (!withLastAims_.empty() && candidates_[Aim::kLastRank].empty()) {
    const std::shared_ptr<Source> source = std::move(withLastAims_.front());
    withLastAims_.pop_front();
    add(source, finder_->lastAimsOf(source->problem.problem, source->given));
  }
  return !candidates_[Aim::kLastRank].empty();
}

bool OrderStrategy::follow(const Candidate& candidate) {
  const solve::Answer answer = ask(candidate);
  if (answer.feasibility == Feasibility::Infeasible)
    finder_->refused(candidate.aim);
  if (answer.feasibility != Feasibility::Feasible)
    return false;
  std::vector<Leg> course = candidate.source->direction.follow(answer.order);
  if (!explored_.insert(hashOf(course)).second)
    return false;
  aim_ = candidate.aim;
  steps_ = stepsOf(candidate);
  const solve::OrderProblem& problem = candidate.source->problem.problem;
  given_.assign(problem.threadCount(), 0);
  for (const solve::Event event : answer.order)
    ++given_[problem.threadOf(event)];
  run(std::move(course));
  return true;
}

// ---- questions --------------------------------------------------------------------------------------------

OrderStrategy::Engine::Engine(const solve::OrderProblem& problem,
                              solve::Learning learning,
                              solve::SmtChannel* channel)
    : graph(problem),
      smt(channel == nullptr ? nullptr
                             : std::make_unique<solve::SmtSolver>(problem, *channel, kPatience)),
      solver(problem, smt != nullptr ? static_cast<solve::Solver&>(*smt) : graph, learning) {}

void OrderStrategy::turnTo(const std::shared_ptr<Source>& source) {
  if (asked_ == source && engine_)
    return;
  if (asked_ && engine_)
    asked_->clauses = engine_->solver.clauses();
  asked_ = source;
  engine_ =
      std::make_unique<Engine>(source->problem.problem, context_.options.learning, channel_.get());
  if (const std::optional<solve::ClauseStore>& known = source->clauses; known)
    engine_->solver.reuse(*known);
}

solve::Answer OrderStrategy::solve(const solve::Question& question) {
  const std::uint64_t skipped = engine_->solver.skipped();
  solve::Answer answer = engine_->solver.solve(question);
  if (engine_->smt != nullptr && !engine_->smt->isAlive()) {
    replaceSolver();
    return solve(question);
  }
  ++questions_;
  count(&model::LiveCounters::orderQuestions);
  if (engine_->solver.skipped() > skipped)
    count(&model::LiveCounters::orderSkipped);
  else if (answer.feasibility == Feasibility::Feasible)
    count(&model::LiveCounters::orderFeasible);
  else if (answer.feasibility == Feasibility::Infeasible)
    count(&model::LiveCounters::orderInfeasible);
  else
    count(&model::LiveCounters::orderUnknown);
  leftOut_ = leftOut_ || answer.feasibility == Feasibility::Unknown;
  return answer;
}

// The solver process is gone, or does not answer. The graph engine needs none.
void OrderStrategy::replaceSolver() {
  count(&model::LiveCounters::solverFailures);
  channel_.reset();
  asked_->clauses = engine_->solver.clauses();
  engine_.reset();
  turnTo(std::shared_ptr(asked_));
}

// Solutions that other threads' writes interfere with are not wanted.
solve::Answer OrderStrategy::ask(const Candidate& candidate) {
  turnTo(candidate.source);
  solve::Question question = candidate.aim.question;
  solve::Answer answer = solve(question);
  for (unsigned i = 0; i < kMostInterferences && answer.feasibility == Feasibility::Feasible; ++i) {
    const std::optional<solve::Edge> away =
        interferenceIn(asked_->problem.problem, candidate.aim, answer.order);
    if (!away)
      break;
    question.edges.push_back(*away);
    answer = solve(question);
  }
  return answer;
}

// A write between two steps to the same location: the edge that puts it where it was in the trace, before or after both.
std::optional<solve::Edge>
OrderStrategy::interferenceIn(const solve::OrderProblem& problem,
                              const Aim& aim,
                              const std::vector<solve::Event>& order) const {
  const auto share = [&](solve::Event one, solve::Event other, bool otherWrites) {
    return std::ranges::any_of(problem.accessesOf(one), [&](const solve::Access& access) {
      return std::ranges::any_of(problem.accessesOf(other), [&](const solve::Access& theirs) {
        return theirs.location == access.location && (theirs.writes || !otherWrites);
      });
    });
  };
  for (std::size_t i = 0; i < aim.steps.size(); ++i)
    for (std::size_t k = i + 1; k < aim.steps.size(); ++k) {
      const solve::Event first = aim.steps[i];
      const solve::Event second = aim.steps[k];
      if (problem.threadOf(first) == problem.threadOf(second) || !share(first, second, false))
        continue;
      const auto from = std::ranges::find(order, first);
      const auto to = std::ranges::find(order, second);
      for (auto at = from; at != order.end() && at != to; ++at) {
        const bool isStep = std::ranges::find(aim.steps, *at) != aim.steps.end();
        if (isStep || !share(first, *at, true) || !share(second, *at, true))
          continue;
        return *at < second ? solve::Edge{.from = *at, .to = first}
                            : solve::Edge{.from = second, .to = *at};
      }
    }
  return std::nullopt;
}

// ---- whether it happened ----------------------------------------------------------------------------------

std::vector<OrderStrategy::Step> OrderStrategy::stepsOf(const Candidate& candidate) const {
  const solve::OrderProblem& problem = candidate.source->problem.problem;
  std::vector<Step> steps;
  for (const EventIndex event : candidate.aim.steps) {
    const solve::Thread thread = problem.threadOf(event);
    const abi::SiteRecord* site = candidate.source->sites[event];
    const std::vector<solve::Event>& events = problem.eventsOf(thread);
    const auto before = std::ranges::count_if(
        events.begin(), events.begin() + problem.positionOf(event), [&](solve::Event other) {
          return candidate.source->sites[other] == site;
        });
    steps.push_back({.thread = static_cast<ThreadId>(thread),
                     .site = site,
                     .occurrence = static_cast<std::uint32_t>(before)});
  }
  return steps;
}

// Only patterns are counted: one access can be in no order.
void OrderStrategy::noteAim(const Ended& ended) {
  if (!aim_ || steps_.size() < 2)
    return;
  const std::size_t made = stepsMade(*ended.trace);
  count(&model::LiveCounters::patternsAimed);
  if (made == steps_.size() || failedAt(made, ended.outcome)) {
    missed_ = 0;
    finder_->reached(*aim_);
    count(&model::LiveCounters::patternsReached);
  } else if (ended.outcome.kind != runtime::FailureKind::None) {
    count(&model::LiveCounters::patternsCutShort);
  } else {
    count(&model::LiveCounters::patternsDiverged);
    if (++missed_ == kMostMissed)
      giveUp();
  }
}

// How many steps of the aim the execution made, in their order.
std::size_t OrderStrategy::stepsMade(const trace::ExecutionTrace& trace) const {
  std::map<std::pair<ThreadId, const abi::SiteRecord*>, std::uint32_t> seen;
  std::size_t at = 0;
  for (EventIndex event = 0; event < trace.length() && at < steps_.size(); ++event) {
    const std::uint32_t occurrence = seen[{trace.thread(event), trace.site(event)}]++;
    const Step& step = steps_[at];
    if (step.thread == trace.thread(event) && step.site == trace.site(event) &&
        step.occurrence == occurrence)
      ++at;
  }
  return at;
}

// Whether the last step is the one that failed. It is not in the trace then, because accesses are checked before they
// happen.
bool OrderStrategy::failedAt(std::size_t step, const runtime::Outcome& outcome) const {
  return outcome.kind != runtime::FailureKind::None && step + 1 == steps_.size() &&
         outcome.thread == steps_[step].thread && outcome.site == steps_[step].site;
}

void OrderStrategy::count(std::atomic<std::uint64_t> model::LiveCounters::* counter) const {
  if (context_.counters != nullptr)
    model::increment(context_.counters->*counter);
}

} // namespace heddle::explore
