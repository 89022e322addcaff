// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "explore/strategies/deviation_strategy.h"
#include "run_strategy.h"
#include "simulated_runtime.h"

namespace heddle::explore {
namespace {

using Steps = std::vector<Step>;

// Loads a program whose threads with the same steps have the same code.
void loadWatched(Program program) {
  program.sharedCode = true;
  load(std::move(program));
}

// The number of the first execution that fails, from 1 on; 0 when none does.
unsigned firstFailure(unsigned most = 1000) {
  DeviationStrategy strategy;
  for (std::uint64_t index = 0; index < most;) {
    if (!strategy.beginExecution(index))
      return 0;
    const runtime::Outcome& outcome = simulation::executeNext(strategy);
    bool fails = outcome.kind != runtime::FailureKind::None;
    if (strategy.endExecution({.outcome = outcome}) == Ending::NotMine)
      continue;
    ++index;
    if (fails)
      return static_cast<unsigned>(index);
  }
  return 0;
}

std::vector<std::string> tracesOfJob(unsigned job, unsigned jobs) {
  DeviationStrategy strategy;
  std::vector<std::string> traces;
  for (std::uint64_t index = job; strategy.beginExecution(index);) {
    if (strategy.endExecution({.outcome = simulation::executeNext(strategy)}) == Ending::NotMine)
      continue;
    traces.push_back(std::to_string(index) + " " + simulation::lastTrace());
    index += jobs;
  }
  return traces;
}

const Steps kSet{{Op::Store, 0, 1}, {Op::Store, 1, 1}};
// Fails when it sees the first store without the second.
const Steps kCheck{
    {Op::Load, 0}, {Op::SkipUnless, 0, 1}, {Op::Load, 1}, {Op::SkipUnless, 0, 0}, {Op::Fail}};

Program reorder(unsigned setters, bool checkerFirst) {
  std::vector<Steps> workers(setters, kSet);
  workers.insert(checkerFirst ? workers.begin() : workers.end(), kCheck);
  return forkJoin(workers);
}

TEST(DeviationStrategy, BeginsWithThreadsInOrderOfCreationAndReversed) {
  loadWatched(forkJoin({additions(2), additions(2)}));
  DeviationStrategy strategy;
  EXPECT_EQ(runOnce(strategy, 0), "1:add0=1 1:add0=2 2:add0=3 2:add0=4");
  EXPECT_EQ(runOnce(strategy, 1), "2:add0=1 2:add0=2 1:add0=3 1:add0=4");
}

TEST(DeviationStrategy, RunsTheThreadItDeviatesToUntilBlockedAndGoesOnInTheOrderOfTheBase) {
  loadWatched(forkJoin({additions(2, 0), additions(1, 0), additions(1, 0)}));
  DeviationStrategy strategy;
  runOnce(strategy, 0);
  runOnce(strategy, 1);
  EXPECT_EQ(runOnce(strategy, 2), "1:add0=1 2:add0=2 1:add0=3 3:add0=4");
}

TEST(DeviationStrategy, FindsWhatNeedsOneSwitchForAnyNumberOfThreads) {
  for (unsigned setters : {1u, 3u, 13u})
    for (bool checkerFirst : {false, true}) {
      loadWatched(reorder(setters, checkerFirst));
      unsigned first = firstFailure();
      EXPECT_GT(first, 0u) << setters << " setters";
      EXPECT_LE(first, 6u) << setters << " setters";
    }
}

TEST(DeviationStrategy, TakesThreadsOfOneKindForSymmetric) {
  loadWatched(reorder(3, false));
  unsigned few = firstFailure();
  loadWatched(reorder(13, false));
  EXPECT_EQ(firstFailure(), few);
}

TEST(DeviationStrategy, ThreadsOfDifferentKindsAreTriedOneByOne) {
  std::vector<Steps> workers(1, kSet);
  for (int i = 2; i < 6; ++i)
    workers.push_back({{Op::Store, 0, i}, {Op::Store, 1, i}});
  workers.push_back(kCheck);
  loadWatched(forkJoin(workers));
  unsigned first = firstFailure();
  EXPECT_GT(first, 6u); // one for each of the other writers comes before the checker
  EXPECT_LE(first, 60u);
}

TEST(DeviationStrategy, SwitchesInsideACriticalSectionComeLast) {
  // A switch matters only between the two critical sections; inside them the other thread could not do
  // anything.
  Steps twice{{Op::Lock, 0},
              {Op::Load, 0},
              {Op::Unlock, 0},
              {Op::Lock, 0},
              {Op::StoreSum, 0, 1},
              {Op::Unlock, 0}};
  loadWatched(forkJoin({twice, twice}, {{Op::FailUnless, 0, 2}}));
  EXPECT_EQ(firstFailure(), 3u);
}

TEST(DeviationStrategy, FindsADeadlockOfTwoLocks) {
  loadWatched(forkJoin({{{Op::Lock, 0}, {Op::Lock, 1}, {Op::Unlock, 1}, {Op::Unlock, 0}},
                        {{Op::Lock, 1}, {Op::Lock, 0}, {Op::Unlock, 0}, {Op::Unlock, 1}}}));
  EXPECT_EQ(firstFailure(), 3u);
}

TEST(DeviationStrategy, FindsADeadlockOfThreeLocksByTwoDeviations) {
  auto both = [](unsigned first, unsigned second) -> Steps {
    return {{Op::Lock, first}, {Op::Lock, second}, {Op::Unlock, second}, {Op::Unlock, first}};
  };
  loadWatched(forkJoin({both(0, 1), both(1, 2), both(2, 0)}));
  unsigned first = firstFailure();
  EXPECT_GT(first, 0u);
  EXPECT_LE(first, 100u);
}

TEST(DeviationStrategy, TheFirstOfTwoDeviationsMayOnlyChangeTheOrderOfThreads) {
  // T3 before T1, and T2 between the stores of T3.
  Steps late{{Op::Store, 0, 1}, {Op::Store, 0, 2}};
  Steps guard{{Op::Load, 1}, {Op::SkipUnless, 0, 0}, {Op::Store, 1, 1}, {Op::Store, 0, 3}};
  Steps check{{Op::Load, 0}, {Op::SkipUnless, 0, 1}, {Op::Fail}};
  loadWatched(forkJoin({guard, check, late}));
  EXPECT_GT(firstFailure(), 0u);
}

TEST(DeviationStrategy, JobsRunEachExecutionOnce) {
  loadWatched(forkJoin({additions(3), additions(3), kSet}));
  std::vector<std::string> whole = tracesOfJob(0, 1);
  ASSERT_GT(whole.size(), 10u);
  for (unsigned jobs : {2u, 3u, 7u}) {
    std::multiset<std::string> together;
    for (unsigned job = 0; job < jobs; ++job)
      for (std::string& trace : tracesOfJob(job, jobs))
        together.insert(std::move(trace));
    EXPECT_EQ(together, std::multiset<std::string>(whole.begin(), whole.end())) << jobs << " jobs";
  }
}

TEST(DeviationStrategy, RepeatsAnExecutionFromItsNumberAlone) {
  loadWatched(forkJoin({additions(3), kSet, kCheck}));
  DeviationStrategy inOrder;
  std::vector<std::string> traces = runToEnd(inOrder);
  DeviationStrategy late;
  std::uint64_t index = traces.size() - 1;
  ASSERT_TRUE(late.beginExecution(index));
  while (late.endExecution({.outcome = simulation::executeNext(late)}) == Ending::NotMine)
    ASSERT_TRUE(late.beginExecution(index));
  EXPECT_EQ(simulation::lastTrace(), traces.back());
}

TEST(DeviationStrategy, DoesNotRunABaseThatKilledAProcess) {
  loadWatched(forkJoin({additions(2), additions(2)}));
  DeviationStrategy afterDeath(1);
  ASSERT_TRUE(afterDeath.beginExecution(2));
  EXPECT_EQ(afterDeath.endExecution({.outcome = simulation::executeNext(afterDeath)}),
            Ending::NotMine);
  EXPECT_EQ(simulation::lastTrace(), "1:add0=1 1:add0=2 2:add0=3 2:add0=4");
  ASSERT_TRUE(afterDeath.beginExecution(2));
  EXPECT_EQ(afterDeath.endExecution({.outcome = simulation::executeNext(afterDeath)}),
            Ending::Counted);
}

TEST(DeviationStrategy, PlansAgainWhenAnExecutionLearnsOfSharedMemory) {
  // Only when T2 comes between the stores of T1 does it touch variable 14, which T1 uses in two steps.
  Steps owner{{Op::Store, 0, 1}, {Op::Load, 14}, {Op::StoreSum, 14, 1}, {Op::Store, 0, 2}};
  Steps visitor{{Op::Load, 0}, {Op::SkipUnless, 0, 1}, {Op::Load, 14}, {Op::StoreSum, 14, 1}};
  Program program = forkJoin({owner, visitor, visitor});
  program.firstLearned = 14;
  loadWatched(program);
  DeviationStrategy strategy;
  std::vector<std::string> traces = runToEnd(strategy);
  // A lost update needs a switch between the two accesses of T1 to variable 14.
  auto isLostUpdate = [](const std::string& trace) {
    std::size_t load = trace.find("1:load14=0");
    std::size_t other = trace.find("2:load14=0");
    std::size_t store = trace.find("1:store14=1");
    return load < other && other < store && store != std::string::npos;
  };
  EXPECT_TRUE(std::ranges::any_of(traces, isLostUpdate));
}

TEST(DeviationStrategy, EndsInSpiteOfSpinLoops) {
  loadWatched(forkJoin({{{Op::Load, 0}, {Op::Yield}, {Op::LoopUnless, 0, 1}},
                        {{Op::Load, 0}, {Op::Yield}, {Op::LoopUnless, 0, 1}},
                        {{Op::Store, 0, 1}}}));
  EXPECT_EQ(firstFailure(), 0u); // too many events would be a failure
}

TEST(DeviationStrategy, NeverClaimsToBeComplete) {
  EXPECT_TRUE(DeviationStrategy().leftSomethingOut());
}

} // namespace
} // namespace heddle::explore
