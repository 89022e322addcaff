// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "simulated_runtime.h"
#include "traced_search.h"

namespace heddle::explore {
namespace {

using testing::HasSubstr;
using testing::UnorderedElementsAre;

TracedSearch mcr(const SearchPlan& plan = {}) {
  return searchWith(model::StrategyId::Mcr, plan);
}

// The first execution reads 2.
TEST(McrStrategy, AReadReturnsEachOtherValueOnce) {
  load(forkJoin({{{Op::Store, 0, 1}, {Op::Store, 0, 2}}, {{Op::Load, 0}}}));
  const TracedSearch found = mcr();
  EXPECT_THAT(found.traces, UnorderedElementsAre(HasSubstr("load0=0"), HasSubstr("load0=1")));
  EXPECT_TRUE(found.hasEnded);
  EXPECT_EQ(found.prepared, 1u);
  EXPECT_EQ(found.counters.patternsAimed, 0u);
}

// Both writers write the same: whose value is read does not matter.
TEST(McrStrategy, ValuesCountAndNotWhoWroteThem) {
  load(forkJoin({{{Op::Store, 0, 1}}, {{Op::Store, 0, 1}}, {{Op::Load, 0}}}));
  EXPECT_THAT(mcr().traces, UnorderedElementsAre(HasSubstr("load0=0")));
}

TEST(McrStrategy, WhatCannotBeReadIsNotTried) {
  load({.threads = {{{Op::Store, 0, 1}, {Op::Create, 1}, {Op::Join, 1}, {Op::Store, 0, 2}},
                    {{Op::Load, 0}}}});
  const TracedSearch found = mcr();
  EXPECT_EQ(found.counted, 0u);
  EXPECT_EQ(found.counters.orderQuestions, 2u); // 0 and 2
  EXPECT_EQ(found.counters.searchesSettled, 0u) << "it does not claim anything";
}

// The second read is only made if the first one returns 1.
TEST(McrStrategy, ReadsOfTheNewPartAreChangedFurther) {
  load(forkJoin({{{Op::Store, 0, 1}, {Op::Store, 0, 2}},
                 {{Op::Load, 0},
                  {Op::SkipUnless, 0, 1},
                  {Op::Load, 0},
                  {Op::SkipUnless, 0, 2},
                  {Op::Fail}}}));
  EXPECT_GT(mcr().failures, 0u);
}

TEST(McrStrategy, IsTheSameEveryTime) {
  load(forkJoin({additions(2), additions(2), additions(1)}));
  EXPECT_EQ(mcr().traces, mcr().traces);
}

TEST(McrStrategy, FindsTheLostUpdate) {
  const std::vector<Step> increment = {{Op::Load, 0}, {Op::StoreSum, 0, 1}};
  load(forkJoin({increment, increment}, {{Op::FailUnless, 0, 2}}));
  const TracedSearch found = mcr();
  EXPECT_GT(found.failures, 0u);
  EXPECT_TRUE(found.hasEnded);
}

} // namespace
} // namespace heddle::explore
