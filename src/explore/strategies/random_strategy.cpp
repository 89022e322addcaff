// SPDX-License-Identifier: Apache-2.0
// Problem: a strategy that does not know anything about the program and is fast enough to be the default.
// Idea: a random walk. At each scheduling point every enabled thread is equally likely.
// Paper: the baseline of Thomson, Donaldson, Betts, "Concurrency testing using controlled schedulers: an
// empirical study" (TOPC 2016), where it beats most systematic searches.
// How we differ: in a memoryless walk a thread does not run for n points with probability 2^-n, so a bug that
// needs one thread to pause during a whole call of another is never found. Half of the executions therefore walk
// with longer turns: the running thread continues with probability 3/4 or 15/16.
#include "explore/strategies/random_strategy.h"

#include <array>

#include "explore/strategies/registry.h"

namespace heddle::explore {

namespace {

// Mean number of points in a turn; 1 is the memoryless walk.
constexpr std::array kTurns{1u, 4u, 1u, 16u};

} // namespace

bool RandomStrategy::beginExecution(std::uint64_t index) {
  rng_ = Rng(seed_, index);
  turn_ = kTurns[rng_.below(static_cast<std::uint32_t>(kTurns.size()))];
  return true;
}

runtime::ThreadId RandomStrategy::choose(const runtime::SchedulingPoint& point) {
  bool mayGoOn = turn_ > 1 && point.enabled.contains(point.current);
  if (mayGoOn && rng_.below(turn_) != 0)
    return point.current;
  unsigned count = point.enabledCount;
  return point.enabled.nth(count == 1 ? 0 : rng_.below(count));
}

unsigned RandomStrategy::pick(const runtime::Choice& choice) {
  return rng_.below(choice.count);
}

std::unique_ptr<Strategy> makeRandom(const StrategyContext& context) {
  return std::make_unique<RandomStrategy>(context.seed);
}

} // namespace heddle::explore
