// SPDX-License-Identifier: Apache-2.0
// Problem: nearly every failing schedule can be reduced to one preemption, but among hundreds of threads a random walk
// practically never lets all but two of them wait. Bounded search does not help: with one preemption it enumerates the
// orders of the threads in between, and a delay only switches to the next thread.
// Idea: two base executions run each thread until it blocks, in the order of creation and in reverse. Every other
// execution deviates from one of them at one point, to any thread that can run there, or at two points. A thread that
// was switched to keeps its turn until it blocks or ends; then the order of the base continues, which usually means
// that the preempted thread is next. So the execution differs from the base only in the deviation. deviations.cpp
// decides which deviations come first.
// Papers: the delay bound of Emmi, Qadeer, Rakamaric, "Delay-bounded scheduling" (POPL 2011), is the closest.
// How we differ: a deviation to any thread costs the same; there are two deterministic schedulers to deviate from;
// and the executions are ordered by what they may reveal, so that the first few dozen are worth running for any
// program.
//
// Execution n depends only on the program and on n, for every number of jobs: each job runs the bases itself, and
// counts those whose number is its own. When an execution discovers shared memory, there are more points than the plans
// cover. Once all plans have been executed, the bases run again, and new deviations are added to the plans.
#include "explore/strategies/deviation_strategy.h"

#include <set>

#include "explore/strategies/registry.h"
#include "support/check.h"

namespace heddle::explore {

using runtime::EventKind;
using runtime::kNoThread;
using runtime::SchedulingPoint;
using runtime::ThreadId;

namespace {

// The bases themselves may learn what is shared: how often they may be run again for that. Arbitrary.
constexpr unsigned kMostBaseRounds = 4;

} // namespace

bool DeviationStrategy::beginExecution(std::uint64_t index) {
  index_ = index;
  deviations_ = 0;
  held_ = kNoThread;
  events_ = {};
  bool allRun = index >= kBases && index - kBases >= plans_.size();
  if (learned_ && allRun && bases_.size() == kBases) {
    bases_.clear();
    learned_ = false;
  }
  if (bases_.size() < kBases && beginBase())
    return true;
  if (index < kBases || index - kBases >= plans_.size())
    return false;
  plan_ = plans_[index - kBases];
  return true;
}

// Returns false if all bases have been run.
bool DeviationStrategy::beginBase() {
  while (bases_.size() < kBases) {
    bool isSkipped = bases_.size() == skip_;
    plan_ = {.base = static_cast<BaseOrder>(bases_.size()), .count = 0, .deviations = {}};
    bases_.emplace_back(plan_.base);
    if (!isSkipped)
      return true;
    if (bases_.size() == kBases)
      plan();
  }
  return false;
}

ThreadId DeviationStrategy::choose(const SchedulingPoint& point) {
  Place place = placeOf(point);
  ThreadId next = deviatesAt(place, point) ? deviate(point) : baseChoice(point);
  if (next == held_)
    held_ = kNoThread;
  if (isBase())
    bases_.back().note(point, place, next);
  if (next != point.current)
    events_[point.current] = place.events;
  return next;
}

Place DeviationStrategy::placeOf(const SchedulingPoint& point) const {
  return {.running = point.current,
          .events = events_[point.current] + point.segmentEvents,
          .canGoOn = point.currentEnabled && !point.currentYields};
}

bool DeviationStrategy::deviatesAt(const Place& place, const SchedulingPoint& point) const {
  if (deviations_ == plan_.count)
    return false;
  const Deviation& deviation = plan_.deviations[deviations_];
  return place == deviation.place && point.enabled.contains(deviation.target);
}

ThreadId DeviationStrategy::deviate(const SchedulingPoint& point) {
  const Deviation& deviation = plan_.deviations[deviations_++];
  if (!deviation.holds)
    return deviation.target;
  held_ = deviation.target;
  return nextInOrder(point);
}

// Runs until blocked. Ending the program counts as blocking, so that no thread is cut off in the middle of its turn.
ThreadId DeviationStrategy::baseChoice(const SchedulingPoint& point) const {
  if (point.currentYields)
    return nextInCircle(point.enabled,
                        point.current); // all threads get a turn before it is asked again
  bool goesOn =
      point.enabled.contains(point.current) && point.pending[point.current].kind != EventKind::Exit;
  return goesOn ? point.current : nextInOrder(point);
}

ThreadId DeviationStrategy::nextInOrder(const SchedulingPoint& point) const {
  ThreadId next = kNoThread;
  forEachThread(point.enabled, [&](ThreadId thread) {
    bool waits = thread == held_ || point.pending[thread].kind == EventKind::Exit;
    if (!waits && (next == kNoThread || plan_.base == BaseOrder::Reversed))
      next = thread;
  });
  if (next != kNoThread)
    return next;
  return point.enabled.contains(held_) ? held_ : point.enabled.first();
}

unsigned DeviationStrategy::pick(const runtime::Choice& choice) {
  return plan_.base == BaseOrder::Creation ? 0 : choice.count - 1;
}

Ending DeviationStrategy::endExecution(const Ended& ended) {
  learned_ = learned_ || ended.outcome.learnedSharing;
  if (!isBase())
    return Ending::Counted;
  bool mine = bases_.size() == index_ + 1;
  if (bases_.size() == kBases)
    plan();
  return mine ? Ending::Counted : Ending::NotMine;
}

// Adds the deviations from the bases to the plans, unless the bases have to be run again.
void DeviationStrategy::plan() {
  if (learned_ && ++baseRounds_ < kMostBaseRounds) {
    bases_.clear();
    learned_ = false;
    return;
  }
  HEDDLE_CHECK(bases_.size() == kBases)
      << "deviations are planned from " << bases_.size() << " of " << kBases << " base executions";
  std::set<DeviatingPlan> known(plans_.begin(), plans_.end());
  for (const DeviatingPlan& plan : planDeviations(bases_).plans)
    if (!known.contains(plan))
      plans_.push_back(plan);
}

std::unique_ptr<Strategy> makeDeviation(const StrategyContext& context) {
  std::uint64_t skip = context.skip == StrategyContext::kNone
                           ? DeviationStrategy::kNothing
                           : context.skip * context.jobs + context.job;
  return std::make_unique<DeviationStrategy>(skip);
}

} // namespace heddle::explore
