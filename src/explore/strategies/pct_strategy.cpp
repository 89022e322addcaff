// SPDX-License-Identifier: Apache-2.0
// Problem: find a bug that needs d order constraints, with a probability that can be stated in advance.
// Idea: threads have random distinct priorities and the highest enabled one always runs; at d - 1 random
// steps the running thread falls below all others. With n threads and k steps an execution hits a given bug
// of depth d with probability at least 1 / (n k^(d-1)).
// Paper: Burckhardt, Kothari, Musuvathi, Nagarakatte, "A randomized scheduler with probabilistic guarantees
// of finding bugs" (ASPLOS 2010).
// How we differ: k is the length of the longest warm-up execution instead of a parameter; all priorities given by
// change points are below the initial ones but decrease in time, not by index of the change point; a thread that
// yields, or keeps its turn for much longer than a whole execution took, drops to the lowest priority,
// because the paper's scheduler would let a spin loop run forever.
#include "explore/strategies/pct_strategy.h"

#include <algorithm>

#include "explore/strategies/registry.h"
#include "support/check.h"

namespace heddle::explore {

namespace {

// A turn longer than this many executions' worth of steps is considered a spin loop. Arbitrary; larger
// values waste steps in spin loops, smaller ones demote threads that are merely busy for long.
constexpr std::uint64_t kTurnLimit = 2;
constexpr std::uint64_t kShortestTurnLimit = 500;

} // namespace

PctStrategy::PctStrategy(std::uint64_t seed, unsigned depth, std::uint64_t length)
    : seed_(seed), rng_(seed, 0), length_(std::max<std::uint64_t>(length, 1)),
      changes_(depth > 0 ? depth - 1 : 0) {
  HEDDLE_CHECK(depth > 0) << "no bug has depth 0";
}

bool PctStrategy::beginExecution(std::uint64_t index) {
  rng_ = Rng(seed_, index);
  for (std::uint64_t& change : changes_)
    change = 1 + rng_.next() % length_;
  std::ranges::sort(changes_);
  nextChange_ = 0;
  lowest_ = 0;
  known_ = 0;
  running_ = runtime::kNoThread;
  return true;
}

runtime::ThreadId PctStrategy::choose(const runtime::SchedulingPoint& point) {
  std::uint64_t turnLimit = std::max(kTurnLimit * length_, kShortestTurnLimit);
  if (point.currentYields || (running_ == point.current && point.step - turnStart_ > turnLimit)) {
    lower(point.current);
    turnStart_ = point.step;
  }
  runtime::ThreadId next = highest(point.enabled);
  while (nextChange_ < changes_.size() && point.step >= changes_[nextChange_]) {
    ++nextChange_;
    lower(next);
    next = highest(point.enabled);
  }
  if (next != running_) {
    running_ = next;
    turnStart_ = point.step;
  }
  return next;
}

unsigned PctStrategy::pick(const runtime::Choice& choice) {
  return rng_.below(choice.count);
}

runtime::ThreadId PctStrategy::highest(const runtime::ThreadSet& enabled) {
  runtime::ThreadId best = enabled.first();
  forEachThread(enabled, [&](runtime::ThreadId thread) {
    if (priority(thread) > priority(best))
      best = thread;
  });
  return best;
}

// Priorities are drawn in order of creation, which is the order of the ids.
std::int64_t& PctStrategy::priority(runtime::ThreadId thread) {
  for (; known_ <= thread; ++known_)
    priorities_[known_] = kInitialPriority + static_cast<std::int64_t>(rng_.next() >> 2);
  return priorities_[thread];
}

void PctStrategy::lower(runtime::ThreadId thread) {
  priority(thread) = --lowest_;
}

std::unique_ptr<Strategy> makePct(const StrategyContext& context) {
  return std::make_unique<PctStrategy>(context.seed, context.options.pctDepth, context.usualPoints);
}

} // namespace heddle::explore
