// SPDX-License-Identifier: Apache-2.0
// Problem: reach the access patterns that concurrency bugs need, without solving anything.
// Idea: aim at a pattern and leave the rest to chance. Threads run in random order and are seldom interrupted by chance,
// as on a real machine. A thread that is about to make a later access of the pattern waits, and one that is about to make
// the next access goes first.
// Paper: MAPTest (Wang et al.), as the baseline of PCR (section 5.3, RQ1): it picks a pattern that is not covered, or
// covered least often, from the accesses that sites make, whether or not an execution can have it.
// How we differ: the sites are those that executions passed, not those of a static analysis.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "explore/strategies/registry.h"
#include "patterns/map_coverage.h"
#include "patterns/pattern_predictor.h"
#include "runtime/calls.h"
#include "support/rng.h"
#include "trace/thread_accesses.h"

namespace heddle::explore {

using patterns::AccessPattern;
using runtime::kNoThread;
using runtime::ThreadId;

namespace {

constexpr unsigned kTurn = 16; // mean number of points that a thread runs without interruption
constexpr unsigned kPatience =
    1000; // scheduling points that a thread waits for others in an execution

// Which accesses are feasible is not known to MAPTest.
patterns::PatternPredictor::Options predictorOptions() {
  return {.pairs = true,
          .rules = {model::PatternRule::NonDefined, model::PatternRule::Interrupted}};
}

class MapStrategy final : public Strategy {
public:
  explicit MapStrategy(const StrategyContext& context)
      : seed_(context.seed), skip_(context.skip), patterns_(context.coverage),
        counters_(context.counters), rng_(context.seed, 0), predictor_(predictorOptions()) {}

  bool beginExecution(std::uint64_t index) override;
  ThreadId choose(const runtime::SchedulingPoint& point) override;
  unsigned pick(const runtime::Choice& choice) override { return rng_.below(choice.count); }
  bool wantsTrace() const override { return true; }
  bool watchesAll() const override { return true; }
  Ending endExecution(const Ended& ended) override;

private:
  struct Intention {
    AccessPattern pattern;
    std::uint64_t aimed = 0; // executions
  };

  Intention* pickIntention();
  ThreadId usual(const runtime::SchedulingPoint& point);
  bool isNext(ThreadId thread, const runtime::SchedulingPoint& point) const;
  bool mustWait(ThreadId thread, const runtime::SchedulingPoint& point) const;
  void learn(const trace::ExecutionTrace& trace);
  void countAim(bool isReached);

  std::uint64_t seed_;
  std::uint64_t skip_;
  patterns::LastPatterns patterns_;
  model::LiveCounters* counters_; // null: nothing is counted
  Rng rng_;                       // of this execution
  patterns::PatternPredictor predictor_;
  std::vector<Intention> intentions_;
  std::unordered_set<std::uint64_t> known_; // keys of intentions
  std::unordered_map<std::uint64_t, std::uint64_t>
      counts_; // by key: executions that had the pattern
  std::uint64_t counted_ = 0;
  bool isSkipped_ = false;
  // In this execution:
  AccessPattern pattern_;           // without steps: none
  std::size_t at_ = 0;              // its next step
  std::array<ThreadId, 2> roles_{}; // a and b; kNoThread until they have made an access
  unsigned waited_ = 0;
};

bool MapStrategy::beginExecution(std::uint64_t index) {
  isSkipped_ = counted_ == skip_;
  rng_ = Rng(seed_, index);
  Intention* intention = pickIntention();
  pattern_ = intention != nullptr ? intention->pattern : AccessPattern();
  at_ = 0;
  roles_.fill(kNoThread);
  waited_ = 0;
  return true;
}

// One that no execution had, or the fewest; of several, the one that was aimed at least; of several, any.
MapStrategy::Intention* MapStrategy::pickIntention() {
  const auto cost = [&](const Intention& intention) {
    const auto had = counts_.find(intention.pattern.key);
    return std::pair(had == counts_.end() ? 0 : had->second, intention.aimed);
  };
  Intention* best = nullptr;
  std::uint32_t ties = 0;
  for (Intention& intention : intentions_) {
    if (best == nullptr || cost(intention) < cost(*best)) {
      best = &intention;
      ties = 1;
    } else if (cost(intention) == cost(*best) && rng_.below(++ties) == 0) {
      best = &intention;
    }
  }
  if (best != nullptr)
    ++best->aimed;
  return best;
}

ThreadId MapStrategy::choose(const runtime::SchedulingPoint& point) {
  if (isSkipped_)
    runtime::abandonExecution(); // only possible at a scheduling point
  if (at_ == pattern_.steps.size())
    return usual(point);
  ThreadId next = kNoThread;
  ThreadId other = kNoThread;
  forEachThread(point.enabled, [&](ThreadId thread) {
    if (next == kNoThread && isNext(thread, point))
      next = thread;
    if (other == kNoThread && !mustWait(thread, point))
      other = thread;
  });
  if (next != kNoThread) {
    const bool isA = pattern_.steps[at_].thread == pattern_.steps.front().thread;
    roles_[isA ? 0 : 1] = next;
    ++at_;
    return next;
  }
  const ThreadId chosen = usual(point);
  if (!mustWait(chosen, point) || other == kNoThread || ++waited_ > kPatience)
    return chosen;
  return other;
}

ThreadId MapStrategy::usual(const runtime::SchedulingPoint& point) {
  const bool goesOn = point.enabled.contains(point.current) && rng_.below(kTurn) != 0;
  return goesOn ? point.current : point.enabled.nth(rng_.below(point.enabledCount));
}

// Whether the thread is about to make the next access, as the thread that has this role.
bool MapStrategy::isNext(ThreadId thread, const runtime::SchedulingPoint& point) const {
  const patterns::PatternStep& step = pattern_.steps[at_];
  const bool isA = step.thread == pattern_.steps.front().thread;
  const ThreadId role = roles_[isA ? 0 : 1];
  return point.pending[thread].site == step.site &&
         (role == thread || (role == kNoThread && roles_[isA ? 1 : 0] != thread));
}

bool MapStrategy::mustWait(ThreadId thread, const runtime::SchedulingPoint& point) const {
  return std::any_of(
      pattern_.steps.begin() + static_cast<std::ptrdiff_t>(at_) + 1,
      pattern_.steps.end(),
      [&](const patterns::PatternStep& step) { return point.pending[thread].site == step.site; });
}

Ending MapStrategy::endExecution(const Ended& ended) {
  if (ended.trace != nullptr && !isSkipped_)
    learn(*ended.trace);
  ++counted_;
  return isSkipped_ ? Ending::Skipped : Ending::Counted;
}

void MapStrategy::learn(const trace::ExecutionTrace& trace) {
  const std::vector<std::uint64_t>& had = patterns_.in(trace);
  for (const std::uint64_t pattern : had)
    ++counts_[pattern];
  if (!pattern_.steps.empty())
    countAim(std::ranges::find(had, pattern_.key) != had.end());
  for (AccessPattern& pattern : predictor_.predict(trace::threadAccesses(trace)))
    if (known_.insert(pattern.key).second)
      intentions_.push_back({.pattern = std::move(pattern)});
}

void MapStrategy::countAim(bool isReached) {
  if (counters_ == nullptr)
    return;
  model::increment(counters_->patternsAimed);
  if (isReached)
    model::increment(counters_->patternsReached);
}

} // namespace

std::unique_ptr<Strategy> makeMap(const StrategyContext& context) {
  return std::make_unique<MapStrategy>(context);
}

} // namespace heddle::explore
