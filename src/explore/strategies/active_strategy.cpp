// SPDX-License-Identifier: Apache-2.0
// Problem: find out whether a predicted pattern can happen, and what follows from it.
// Idea: directed execution. A few serial executions ("tours"), each with another thread first, show what threads do.
// Patterns are predicted from these (pattern_predictor.h), and each pattern is aimed at: the thread of the first access
// runs until it has made it, then the thread of the second, and so on; after the last, threads run until they block. If
// a thread blocks, others continue, those of the pattern only up to their own access. If a thread takes another path
// and never reaches its access, other threads have interfered with it: the pattern is then not covered. A thread that
// holds a lock which the next access needs first releases it. Executions that reach new code add predictions.
// Paper: AutoConTest, section 4.4 (active testing after predictive analysis).
// How we differ: any number of threads, in programs as well as in tests. What a thread observes depends on which thread
// runs first, so there are two approaches to the same pattern.
#include "explore/strategies/active_strategy.h"

#include <algorithm>
#include <array>
#include <span>

#include "explore/strategies/registry.h"
#include "runtime/calls.h"
#include "support/check.h"
#include "support/hash.h"

namespace heddle::explore {

using patterns::AccessPattern;
using patterns::PatternStep;
using runtime::EventKind;
using runtime::kNoThread;
using runtime::ThreadId;

namespace {

constexpr std::size_t kMostTours = 6;
constexpr unsigned kMostRounds = 3; // of tours, while they learn which memory threads share
constexpr std::size_t kMostProfiles = 200;
constexpr unsigned kMostHeld = 64;

} // namespace

ActiveStrategy::ActiveStrategy(const Options& options)
    : options_(options), predictor_({.pairs = options.pairs, .ownReads = false}) {
  HEDDLE_CHECK(options.job < options.jobs)
      << "job " << options.job << " of a search with " << options.jobs << " jobs";
  if (options.profiles == nullptr) {
    tours_ = {{.leader = 1, .eager = false}};
    return;
  }
  profiles_ = *options.profiles;
  predict();
}

bool ActiveStrategy::beginExecution(std::uint64_t /*index*/) {
  isTour_ = tour_ < tours_.size();
  isSkipped_ = counted_ == options_.skip;
  seen_.clear();
  if (!isTour_ && patterns_.empty())
    return false;
  if (!isTour_)
    aim();
  return true;
}

// Executions can only be abandoned at a scheduling point.
ThreadId ActiveStrategy::choose(const runtime::SchedulingPoint& point) {
  if (isSkipped_)
    runtime::abandonExecution();
  return isTour_ ? chooseOnTour(point) : chooseAimed(point);
}

Ending ActiveStrategy::endExecution(const Ended& ended) {
  Ending ending = Ending::Counted;
  if (isTour_) {
    ending = endTour(ended);
  } else {
    bool covered = at_ == targets_.size() && !isSkipped_;
    if (covered)
      requirements_.covered.push_back(patterns_.front().key);
    if (ended.trace != nullptr && learn(*ended.trace))
      predict();
    bool retries = !covered && approach_ == Approach::OneByOne && !isSkipped_;
    approach_ = retries ? Approach::BothFirst : Approach::OneByOne;
    if (!retries)
      patterns_.pop_front();
  }
  counted_ += ending == Ending::NotMine ? 0 : 1;
  return isSkipped_ ? Ending::Skipped : ending;
}

// ---- tours ------------------------------------------------------------------------------------------------

// If there are few threads, each one leads once; otherwise the first and the last ones do.
void ActiveStrategy::planTours(unsigned threads) {
  HEDDLE_CHECK(threads > 0) << "an execution without threads";
  tours_.push_back({.leader = 1, .eager = true});
  for (unsigned low = 2, high = threads - 1; low <= high && tours_.size() < kMostTours;
       ++low, --high) {
    tours_.push_back({.leader = static_cast<ThreadId>(high), .eager = false});
    if (low < high)
      tours_.push_back({.leader = static_cast<ThreadId>(low), .eager = false});
  }
}

ThreadId ActiveStrategy::chooseOnTour(const runtime::SchedulingPoint& point) {
  const Tour& tour = tours_[tour_];
  ThreadId newest = point.enabled.nth(point.enabledCount - 1);
  if (tour.eager && point.pending[newest].kind == EventKind::ThreadStart)
    return newest;
  if (point.enabled.contains(point.current))
    return point.current;
  return nextInCircle(point.enabled, static_cast<ThreadId>(tour.leader - 1));
}

// All jobs make the tours, and one of them counts them.
Ending ActiveStrategy::endTour(const Ended& ended) {
  if (ended.trace != nullptr && !isSkipped_)
    learn(*ended.trace);
  learned_ = learned_ || ended.outcome.learnedSharing;
  if (tour_ == 0 && rounds_ == 0)
    planTours(ended.outcome.threads);
  if (++tour_ == tours_.size()) {
    ++rounds_;
    bool again = learned_ && rounds_ < kMostRounds;
    learned_ = false;
    if (again)
      tour_ = 0;
    else
      predict();
  }
  return options_.job == 0 ? Ending::Counted : Ending::NotMine;
}

// Keeps what threads do that was not seen before. Returns whether there is any.
bool ActiveStrategy::learn(const trace::ExecutionTrace& trace) {
  predictor_.observe(trace);
  bool isNews = isTour_;
  for (trace::EventIndex event = 0; event < trace.length(); ++event)
    if (trace.isAccess(event))
      isNews = sites_.insert(trace.site(event)).second || isNews;
  if (!isNews)
    return false;
  std::size_t before = profiles_.size();
  for (trace::ThreadAccesses& profile : trace::threadAccesses(trace)) {
    Hasher shape;
    shape.add(profile.thread);
    for (const trace::ThreadAccess& access : profile.accesses)
      shape.add(reinterpret_cast<std::uintptr_t>(access.site)).add(access.address);
    if (!profile.accesses.empty() && profiles_.size() < kMostProfiles &&
        shapes_.insert(shape.value()).second)
      profiles_.push_back(std::move(profile));
  }
  return profiles_.size() > before;
}

// Jobs share what the tours predict; later predictions belong to the job whose execution led to them.
void ActiveStrategy::predict() {
  bool isShared = requirements_.predicted.empty() && requirements_.covered.empty();
  for (AccessPattern& pattern : predictor_.predict(profiles_)) {
    bool isMine = !isShared || predicted_ % options_.jobs == options_.job;
    ++predicted_;
    if (!isMine)
      continue;
    requirements_.predicted.push_back(pattern.key);
    patterns_.push_back(std::move(pattern));
  }
}

// ---- directed executions ----------------------------------------------------------------------------------

void ActiveStrategy::aim() {
  const std::vector<PatternStep>& steps = patterns_.front().steps;
  HEDDLE_CHECK(steps.size() >= 2 && steps.size() <= 4)
      << "an access pattern of " << steps.size() << " steps";
  targets_.clear();
  at_ = 0;
  if (approach_ == Approach::BothFirst) // the first step of the second thread
    targets_.push_back({.step = &steps[1], .stopBefore = true, .passed = 0});
  for (const PatternStep& step : steps)
    targets_.push_back({.step = &step, .stopBefore = false, .passed = 0});
}

ThreadId ActiveStrategy::chooseAimed(const runtime::SchedulingPoint& point) {
  noteSeen(point);
  // Threads are identified by their number, the order in which they are created.
  bool allExist = std::ranges::all_of(
      targets_, [&](const Target& target) { return seen_.contains(target.step->thread); });
  if (!allExist && !isInvolved(0) && point.enabled.contains(0))
    return 0;
  while (at_ < targets_.size()) {
    Target& target = targets_[at_];
    ThreadId wanted = target.step->thread;
    if (!point.enabled.contains(wanted) || isInTheWay(point.current, point))
      return pass(chooseOther(point), point);
    bool isThere =
        isAbout(target, point.pending[wanted]) && target.passed == target.step->occurrence;
    if (isThere)
      ++at_;
    if (!isThere || !target.stopBefore)
      return pass(wanted, point);
  }
  return untilBlocked(point);
}

// The next access must wait. Chooses another thread, but not past an access of the pattern unless no other is left.
ThreadId ActiveStrategy::chooseOther(const runtime::SchedulingPoint& point) const {
  ThreadId usual = untilBlocked(point);
  if (!isParked(usual, point))
    return usual;
  ThreadId other = kNoThread;
  forEachThread(point.enabled, [&](ThreadId thread) {
    if (other == kNoThread && !isParked(thread, point))
      other = thread;
  });
  return other != kNoThread ? other : usual;
}

bool ActiveStrategy::isInvolved(ThreadId thread) const {
  return std::ranges::any_of(targets_,
                             [&](const Target& target) { return target.step->thread == thread; });
}

bool ActiveStrategy::isAbout(const Target& target, const runtime::PendingOperation& pending) const {
  return pending.site == target.step->site && pending.address == target.step->place;
}

// Whether `thread` is right before a later access of the pattern.
bool ActiveStrategy::isParked(ThreadId thread, const runtime::SchedulingPoint& point) const {
  return std::any_of(targets_.begin() + static_cast<std::ptrdiff_t>(at_),
                     targets_.end(),
                     [&](const Target& target) {
                       return target.step->thread == thread &&
                              isAbout(target, point.pending[thread]) &&
                              target.passed == target.step->occurrence;
                     });
}

// Whether `thread`, which is not the wanted one, holds a lock that the next access needs and can release it first.
// Waiting for the lock would work, too, but a thread that only tries the lock would give up.
bool ActiveStrategy::isInTheWay(ThreadId thread, const runtime::SchedulingPoint& point) const {
  static std::array<runtime::HeldLock, kMostHeld>
      locks; // large, and the subject's stack is not ours
  const PatternStep& step = *targets_[at_].step;
  if (step.locks.empty() || !point.enabled.contains(thread) || thread == step.thread ||
      isParked(thread, point))
    return false;
  unsigned count = runtime::heldLocks(locks.data(), kMostHeld);
  return std::ranges::any_of(std::span(locks).first(count), [&](const runtime::HeldLock& lock) {
    return lock.thread == thread && std::ranges::find(step.locks, lock.address) != step.locks.end();
  });
}

void ActiveStrategy::noteSeen(const runtime::SchedulingPoint& point) {
  forEachThread(point.enabled, [&](ThreadId thread) { seen_.insert(thread); });
}

// `thread` continues: counts the accesses that it makes.
ThreadId ActiveStrategy::pass(ThreadId thread, const runtime::SchedulingPoint& point) {
  for (Target& target : targets_)
    if (target.step->thread == thread && isAbout(target, point.pending[thread]))
      ++target.passed;
  return thread;
}

std::unique_ptr<Strategy> makeActive(const StrategyContext& context) {
  return std::make_unique<ActiveStrategy>(
      ActiveStrategy::Options{.pairs = runtime::classTable() == nullptr,
                              .profiles = context.profiles,
                              .jobs = context.jobs,
                              .job = context.job,
                              .skip = context.skip});
}

} // namespace heddle::explore
