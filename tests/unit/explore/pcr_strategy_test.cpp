// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "simulated_runtime.h"
#include "traced_search.h"

namespace heddle::explore {
namespace {

using testing::HasSubstr;
using enum model::PatternRule;

const std::vector<Step> kIncrement = {{Op::Load, 0}, {Op::StoreSum, 0, 1}};

TracedSearch pcr(const SearchPlan& plan = {}) {
  return searchWith(model::StrategyId::Pcr, plan);
}

SearchPlan without(model::PatternRule rule) {
  SearchPlan plan;
  plan.options.patternRules.set(rule, false);
  return plan;
}

// ---- what it finds ----------------------------------------------------------------------------------------

TEST(PcrStrategy, OneSwitchIsFoundInTheFirstExecution) {
  load(forkJoin({kIncrement, kIncrement}, {{Op::FailUnless, 0, 2}}));
  EXPECT_EQ(pcr().firstFailure, 1u);
}

// Thread 2 makes its last access only if it reads 1, and fails only if thread 1 writes 2 after that.
TEST(PcrStrategy, NewCodeIsLookedAtToo) {
  load(forkJoin({{{Op::Store, 0, 1}, {Op::Store, 0, 2}, {Op::Store, 1, 1}},
                 {{Op::Load, 0},
                  {Op::SkipUnless, 0, 1},
                  {Op::Load, 1},
                  {Op::SkipUnless, 0, 0},
                  {Op::Load, 1},
                  {Op::SkipUnless, 0, 1},
                  {Op::Fail}}}));
  EXPECT_GT(pcr().failures, 0u);
}

TEST(PcrStrategy, FindsTheLostUpdateOfManyEqualThreadsAsSoon) {
  Program program =
      forkJoin(std::vector<std::vector<Step>>(12, kIncrement), {{Op::FailUnless, 0, 12}});
  program.sharedCode = true;
  load(program);
  EXPECT_EQ(pcr().firstFailure, 1u);
}

// ---- how it ends ------------------------------------------------------------------------------------------

TEST(PcrStrategy, TheFirstExecutionPreparesTheSearch) {
  load(forkJoin({{{Op::Store, 0, 1}}, {{Op::Store, 1, 1}}}));
  const TracedSearch found = pcr();
  EXPECT_TRUE(found.hasEnded);
  EXPECT_EQ(found.prepared, 1u);
  EXPECT_EQ(found.counted, 0u);
}

TEST(PcrStrategy, EndsWhenAllIsCoveredOrInfeasible) {
  const std::vector<Step> locked = {
      {Op::Lock, 5}, {Op::Load, 0}, {Op::StoreSum, 0, 1}, {Op::Unlock, 5}};
  load(forkJoin({locked, locked, locked}, {{Op::FailUnless, 0, 3}}));
  const TracedSearch found = pcr();
  EXPECT_TRUE(found.hasEnded);
  EXPECT_EQ(found.failures, 0u);
  EXPECT_EQ(found.counters.searchesSettled, 1u);
}

// Thread 1 always finds the lock busy. That it might not is nothing that the order problem knows.
TEST(PcrStrategy, IsNotSettledIfOrdersWereRestricted) {
  const std::vector<Step> stores = {{Op::Store, 0, 1}, {Op::Store, 0, 2}};
  std::vector<Step> tries = stores;
  tries.insert(tries.begin(), {Op::TryLock, 5});
  load({.threads = {{{Op::Lock, 5},
                     {Op::Create, 1},
                     {Op::Create, 2},
                     {Op::Join, 1},
                     {Op::Join, 2},
                     {Op::Unlock, 5}},
                    tries,
                    stores}});
  const TracedSearch found = pcr({.mostExecutions = 300});
  EXPECT_FALSE(found.hasEnded) << "it continues at random";
  EXPECT_EQ(found.counters.searchesSettled, 0u);
}

// What thread 2 does if it reads 0 does not fit into a trace.
TEST(PcrStrategy, IsNotSettledIfALaterTraceIsTooLong) {
  std::vector<Step> reader = {{Op::Load, 0}, {Op::SkipUnless, 0, 0}};
  reader.resize(40, {Op::Load, 1});
  load(forkJoin({{{Op::Store, 0, 1}}, reader}));
  const TracedSearch complete = pcr();
  EXPECT_EQ(complete.counters.searchesSettled, 1u);
  EXPECT_EQ(complete.counters.tracesTooLong, 0u);
  const TracedSearch found = pcr({.mostEvents = 20});
  EXPECT_FALSE(found.hasEnded) << "it continues at random";
  EXPECT_EQ(found.counters.searchesSettled, 0u);
  EXPECT_GT(found.counters.tracesTooLong, 0u);
}

// Threads take turns as random numbers say, until as many executions as asked for have had nothing new.
TEST(PcrStrategy, RandomExecutionsHaveTheLastWord) {
  load(forkJoin({kIncrement, kIncrement}));
  SearchPlan plan;
  const unsigned directed = pcr(plan).counted;
  plan.options.probes = 50;
  const TracedSearch found = pcr(plan);
  EXPECT_TRUE(found.hasEnded);
  EXPECT_GT(found.counted, std::max(directed, 50u));
  EXPECT_EQ(found.counters.searchesSettled, 1u);
}

TEST(PcrStrategy, GoesOnAtRandomIfTheFirstTraceIsTooLong) {
  load(forkJoin({kIncrement, kIncrement}, {{Op::FailUnless, 0, 2}}));
  const TracedSearch found = pcr({.mostExecutions = 200, .mostEvents = 5});
  EXPECT_FALSE(found.hasEnded);
  EXPECT_EQ(found.counted, 199u);
  EXPECT_EQ(found.counters.tracesTooLong, 1u);
  EXPECT_EQ(found.counters.patternsAimed, 0u);
  EXPECT_GT(found.failures, 0u); // a random execution loses the update in one of three
}

TEST(PcrStrategy, GoesOnAtRandomIfExecutionsDoNotFollow) {
  const std::vector<Step> reads(6, {Op::Load, 0});
  std::vector<Step> writes;
  for (int value = 1; value <= 6; ++value)
    writes.push_back({Op::Store, 0, value});
  load(forkJoin({reads, writes}));
  const TracedSearch found = pcr({.mostExecutions = 100, .isObeyed = false});
  EXPECT_FALSE(found.hasEnded);
  EXPECT_EQ(found.counted, 99u);
  EXPECT_EQ(found.counters.patternsDiverged, 20u);
  EXPECT_EQ(found.counters.patternsAimed, 20u);
  EXPECT_EQ(found.counters.orderSearchesAbandoned, 1u);
  EXPECT_EQ(found.counters.searchesSettled, 0u);
}

// ---- what it counts ---------------------------------------------------------------------------------------

void expectAllAimsCounted(const TracedSearch& found) {
  const auto& counters = found.counters;
  EXPECT_EQ(counters.patternsAimed,
            counters.patternsReached + counters.patternsCutShort + counters.patternsDiverged);
  EXPECT_LE(counters.patternsAimed, found.counted); // the others gave a read another value
  EXPECT_EQ(counters.orderQuestions,
            counters.orderFeasible + counters.orderInfeasible + counters.orderUnknown +
                counters.orderSkipped);
}

TEST(PcrStrategy, EveryAimIsCountedOnce) {
  load(forkJoin({kIncrement, kIncrement, kIncrement}, {{Op::FailUnless, 0, 3}}));
  const TracedSearch found = pcr();
  expectAllAimsCounted(found);
  EXPECT_GT(found.counters.patternsReached, 0u);
}

// Thread 2 fails after its first store unless thread 1 is done, and so before a pattern with another access of thread 1.
TEST(PcrStrategy, AFailureCutsPatternsShort) {
  load(forkJoin({{{Op::Load, 1}, {Op::Load, 1}, {Op::Store, 0, 2}},
                 {{Op::Store, 1, 5}, {Op::FailUnless, 0, 2}, {Op::Store, 1, 6}}}));
  const TracedSearch found = pcr();
  expectAllAimsCounted(found);
  EXPECT_GT(found.counters.patternsCutShort, 0u);
  EXPECT_EQ(found.counters.patternsDiverged, 0u);
}

// ---- rules ------------------------------------------------------------------------------------------------

TEST(PcrStrategy, CoveredPatternsAreNotAimedAt) {
  load(forkJoin({additions(3), additions(3)}));
  EXPECT_GT(pcr(without(Covered)).counted, pcr().counted);
}

// Thread 2 fails if it comes first. The pattern of three accesses to variable 0 would be looked at earlier, but the
// store changes nothing.
TEST(PcrStrategy, PatternsThatChangeNothingComeLast) {
  load(forkJoin({{{Op::Load, 0}, {Op::Load, 0}, {Op::Store, 1, 1}},
                 {{Op::Store, 0, 0}, {Op::Load, 1}, {Op::SkipUnless, 0, 0}, {Op::Fail}}}));
  EXPECT_EQ(pcr().firstFailure, 1u);
  EXPECT_GT(pcr(without(OldState)).firstFailure, 1u);
}

// As before; patterns of four writes change what is left, but nothing that is read.
TEST(PcrStrategy, PatternsOfTwoVariablesThatChangeNoReadComeLast) {
  load(forkJoin({{{Op::Store, 1, 1}, {Op::Store, 2, 1}, {Op::Store, 3, 1}},
                 {{Op::Load, 1}, {Op::SkipUnless, 0, 1}, {Op::Store, 2, 2}, {Op::Store, 3, 2}}}));
  const std::string crossed = "2:store2=2 2:store3=2 1:store3=1";
  ASSERT_FALSE(pcr().traces.empty());
  EXPECT_THAT(pcr().traces.front(), testing::Not(HasSubstr(crossed)));
  EXPECT_THAT(pcr(without(Redundant)).traces.front(), HasSubstr(crossed));
}

// ---- goal -------------------------------------------------------------------------------------------------

TEST(PcrStrategy, AimsThroughTheGoalComeFirst) {
  std::vector<Step> both = kIncrement;
  both.insert(both.end(), {{Op::Load, 1}, {Op::StoreSum, 1, 1}});
  load(forkJoin({both, both}, {{Op::FailUnless, 1, 2}}));
  EXPECT_GT(pcr().firstFailure, 1u);
  const SiteFilter isAtGoal = [](const abi::SiteRecord* site) {
    return site->line % 100 == 3; // the store to variable 1
  };
  EXPECT_EQ(pcr({.isAtGoal = &isAtGoal}).firstFailure, 1u);
}

// ---- several processes ------------------------------------------------------------------------------------

const std::vector<std::vector<Step>> kWriters = {
    {{Op::Store, 0, 1}, {Op::Store, 1, 1}, {Op::Store, 2, 1}},
    {{Op::Store, 0, 2}, {Op::Store, 1, 2}, {Op::Store, 2, 2}}};

// The threads do the same in every execution, so that all aims are those of the first one.
TEST(PcrStrategy, JobsShareTheAims) {
  load(forkJoin(kWriters));
  const SearchPlan plan = without(Covered);
  const TracedSearch all = pcr(plan);
  std::multiset<std::string> shared;
  std::uint64_t questions = 0;
  for (const unsigned job : {0u, 1u, 2u}) {
    SearchPlan part = plan;
    part.jobs = 3;
    part.job = job;
    const TracedSearch found = pcr(part);
    EXPECT_EQ(found.prepared, job == 0 ? 1u : 0u);
    EXPECT_EQ(found.notMine, job == 0 ? 0u : 1u);
    EXPECT_LT(found.counted, all.counted);
    shared.insert(found.traces.begin(), found.traces.end());
    questions += found.counters.orderQuestions;
  }
  EXPECT_EQ(std::set(shared.begin(), shared.end()), std::set(all.traces.begin(), all.traces.end()));
  EXPECT_EQ(questions, all.counters.orderQuestions);
}

TEST(PcrStrategy, AnExecutionThatKilledTheProcessIsLeftAtOnce) {
  load(forkJoin(kWriters));
  const SearchPlan plan = without(Covered);
  const TracedSearch all = pcr(plan);
  ASSERT_GT(all.counted, 2u);
  SearchPlan again = plan;
  again.skip = 1;
  const TracedSearch rest = pcr(again);
  EXPECT_EQ(rest.skipped, 1u);
  std::vector<std::string> expected = all.traces;
  expected.erase(expected.begin() + 1);
  EXPECT_EQ(rest.traces, expected);
}

TEST(PcrStrategy, IsTheSameEveryTime) {
  load(forkJoin({kIncrement, kIncrement, additions(2)}));
  EXPECT_EQ(pcr().traces, pcr().traces);
}

} // namespace
} // namespace heddle::explore
