// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "simulated_runtime.h"
#include "traced_search.h"

namespace heddle::explore {
namespace {

const std::vector<Step> kIncrement = {{Op::Load, 0}, {Op::StoreSum, 0, 1}};

TracedSearch map(const SearchPlan& plan) {
  return searchWith(model::StrategyId::Map, plan);
}

TEST(MapStrategy, NeverEnds) {
  load(forkJoin({{{Op::Store, 0, 1}}, {{Op::Store, 1, 1}}}));
  const TracedSearch found = map({.mostExecutions = 50});
  EXPECT_FALSE(found.hasEnded);
  EXPECT_EQ(found.counted, 50u); // the first one counts, too
}

// Without an aim an execution loses the update once in ten times or less: one of twenty seeds would need more than ten
// executions almost certainly.
TEST(MapStrategy, AimsAtPatternsThatNoExecutionHad) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    load(forkJoin({kIncrement, kIncrement}, {{Op::FailUnless, 0, 2}}));
    const TracedSearch found = map({.seed = seed, .mostExecutions = 10});
    EXPECT_GT(found.failures, 0u) << "seed " << seed;
  }
}

TEST(MapStrategy, CountsItsAims) {
  load(forkJoin({kIncrement, kIncrement}));
  const TracedSearch found = map({.mostExecutions = 40});
  EXPECT_EQ(found.counters.patternsAimed,
            39u); // all but the first execution, before which nothing is predicted
  EXPECT_LE(found.counters.patternsReached, found.counters.patternsAimed);
  EXPECT_EQ(found.counters.patternsDiverged, 0u); // it predicts no values
  EXPECT_GT(found.counters.patternsReached, 20u);
}

TEST(MapStrategy, TheSameSeedChoosesTheSame) {
  const Program program = forkJoin({kIncrement, additions(3), additions(3)});
  load(program);
  const TracedSearch first = map({.seed = 3, .mostExecutions = 30});
  load(program);
  const TracedSearch second = map({.seed = 3, .mostExecutions = 30});
  load(program);
  const TracedSearch other = map({.seed = 4, .mostExecutions = 30});
  EXPECT_EQ(first.traces, second.traces);
  EXPECT_NE(first.traces, other.traces);
}

TEST(MapStrategy, AnExecutionThatKilledTheProcessIsLeftAtOnce) {
  load(forkJoin({kIncrement, kIncrement}));
  const TracedSearch rest = map({.skip = 4, .mostExecutions = 20});
  EXPECT_EQ(rest.skipped, 1u);
  EXPECT_EQ(rest.counted, 19u);
}

} // namespace
} // namespace heddle::explore
