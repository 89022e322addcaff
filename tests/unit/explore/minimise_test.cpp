// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "explore/minimise.h"
#include "explore/recording.h"
#include "explore/signature.h"
#include "explore/strategies/random_strategy.h"
#include "explore/strategies/replay_strategy.h"
#include "run_strategy.h"
#include "simulated_runtime.h"

namespace heddle::explore {
namespace {

// Of the failure or race with this signature, on the program that is loaded.
std::optional<MinimisedSchedule> minimiseOf(std::uint64_t signature,
                                            const model::Schedule& failing,
                                            MinimiseBudget budget = {},
                                            bool stop = false) {
  Subject subject({}, nullptr);
  auto shows = [&](const runtime::Outcome& outcome) {
    return lastExecutionShows(signature, outcome, 0);
  };
  return minimise(subject, failing, shows, [=] { return stop; }, budget);
}

struct Failing {
  model::Schedule schedule;
  std::uint64_t signature = 0;
};

// The failing random schedule with the most preemptions.
Failing worstOf(unsigned executions) {
  RandomStrategy random(1);
  Failing worst;
  for (unsigned i = 0; i < executions; ++i) {
    random.beginExecution(i);
    Failure failure = failureOf(simulation::execute(random), 0);
    if (failure.signature == 0 ||
        (worst.signature != 0 && recordedPreemptions() <= preemptions(worst.schedule)))
      continue;
    worst = {recordedSchedule(), failure.signature};
  }
  return worst;
}

// Minimises the worst of many random schedules and checks what must always hold of the result.
MinimisedSchedule minimiseWorst(MinimiseBudget budget = {}) {
  Failing failing = worstOf(2000);
  EXPECT_NE(failing.signature, 0u);
  auto result = minimiseOf(failing.signature, failing.schedule, budget);
  EXPECT_TRUE(result.has_value());
  EXPECT_LE(preemptions(result->schedule), preemptions(failing.schedule));
  EXPECT_LE(result->executions, budget.executions + 2);
  ReplayStrategy replay(result->schedule);
  replay.beginExecution(0);
  EXPECT_EQ(failureOf(simulation::execute(replay), 0).signature, failing.signature);
  EXPECT_TRUE(replay.divergence().empty());
  auto again = minimiseOf(failing.signature, failing.schedule, budget);
  EXPECT_EQ(again->schedule, result->schedule);
  return *result;
}

// One preemption, between a load and a store.
std::vector<Step> paddedIncrement(unsigned padding) {
  std::vector<Step> steps = additions(padding, 1);
  steps.push_back({Op::Load, 0});
  steps.push_back({Op::StoreSum, 0, 1});
  for (const Step& step : additions(padding, 2))
    steps.push_back(step);
  return steps;
}

TEST(Minimise, OrderViolationNeedsNoPreemption) {
  load(forkJoin({{{Op::Add, 1, 1}, {Op::Store, 0, 1}, {Op::Add, 1, 1}},
                 {{Op::Add, 1, 1}, {Op::Load, 0}, {Op::SkipUnless, 0, 0}, {Op::Fail}}}));
  EXPECT_EQ(preemptions(minimiseWorst().schedule), 0u);
}

TEST(Minimise, LostUpdateNeedsOne) {
  load(forkJoin({paddedIncrement(5), paddedIncrement(5)}, {{Op::FailUnless, 0, 2}}));
  EXPECT_EQ(preemptions(minimiseWorst().schedule), 1u);
}

TEST(Minimise, DeadlockNeedsOne) {
  std::vector<Step> ab{
      {Op::Add, 0, 1}, {Op::Lock, 0}, {Op::Lock, 1}, {Op::Unlock, 1}, {Op::Unlock, 0}};
  std::vector<Step> ba{
      {Op::Add, 0, 1}, {Op::Lock, 1}, {Op::Lock, 0}, {Op::Unlock, 0}, {Op::Unlock, 1}};
  load(forkJoin({ab, ba, additions(4)}));
  MinimisedSchedule result = minimiseWorst();
  EXPECT_EQ(preemptions(result.schedule), 1u);
}

// T2 must see the value between T1's two stores, and then the one after them.
Program twoGlances(unsigned padding) {
  std::vector<Step> writer = additions(padding, 1);
  std::vector<Step> reader = additions(padding, 1);
  for (Step step : {Step{Op::Store, 0, 1}, Step{Op::Store, 0, 2}})
    writer.push_back(step);
  for (Step step : {Step{Op::Load, 0},
                    Step{Op::SkipUnless, 0, 1},
                    Step{Op::Load, 0},
                    Step{Op::SkipUnless, 0, 2},
                    Step{Op::Fail}})
    reader.push_back(step);
  return forkJoin({writer, reader});
}

TEST(Minimise, TwoGlancesNeedTwo) {
  load(twoGlances(4));
  EXPECT_EQ(preemptions(minimiseWorst().schedule), 2u);
}

TEST(Minimise, DeltaDebuggingAloneGetsThereToo) {
  // Too many points for the systematic search: 2 * 60 preemption places, budget for a few hundred runs.
  load(twoGlances(30));
  RandomStrategy random(1);
  Failing failing;
  for (unsigned i = 0; failing.signature == 0 && i < 200'000; ++i) {
    random.beginExecution(i);
    Failure failure = failureOf(simulation::execute(random), 0);
    if (failure.signature != 0)
      failing = {recordedSchedule(), failure.signature};
  }
  ASSERT_NE(failing.signature, 0u);
  MinimiseBudget budget;
  budget.executions = 400;
  auto result = minimiseOf(failing.signature, failing.schedule, budget);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(preemptions(result->schedule), 2u);
}

TEST(Minimise, UnneededThreadsDoNotRunBeforeTheFailure) {
  // T3 takes no part: in the shortest failing execution it has not run at all.
  load(forkJoin({{{Op::Store, 0, 1}, {Op::Add, 1, 1}},
                 {{Op::Load, 0}, {Op::SkipUnless, 0, 1}, {Op::Fail}},
                 additions(6, 2)}));
  MinimisedSchedule result = minimiseWorst();
  EXPECT_EQ(preemptions(result.schedule), 0u);
  for (const model::Segment& segment : result.schedule.segments)
    EXPECT_NE(segment.thread, 3);
}

TEST(Minimise, RacesAreMinimisedByTheirSignature) {
  // The race shows in every execution in which T2's second load sees T1's store.
  load(forkJoin({additions(3, 1),
                 {{Op::Add, 1, 1}, {Op::Add, 1, 1}, {Op::SkipUnless, 0, 5}, {Op::Race, 0, 103}}}));
  RandomStrategy random(1);
  std::optional<model::Schedule> failing;
  std::uint64_t signature = 0;
  for (unsigned i = 0; i < 100 && !failing; ++i) {
    random.beginExecution(i);
    simulation::execute(random);
    std::size_t count = 0;
    const runtime::Race* races = runtime::races(&count);
    if (count == 0)
      continue;
    failing = recordedSchedule();
    signature = raceSignature(races[0]);
  }
  ASSERT_TRUE(failing.has_value());
  auto result = minimiseOf(signature, *failing);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(preemptions(result->schedule), 0u);
}

TEST(Minimise, SaysSoWhenTheScheduleDoesNotFail) {
  load(forkJoin({additions(2), additions(2)}));
  EXPECT_FALSE(minimiseOf(42, {}).has_value());
}

TEST(Minimise, StopsWhenAsked) {
  load(forkJoin({paddedIncrement(5), paddedIncrement(5)}, {{Op::FailUnless, 0, 2}}));
  Failing failing = worstOf(500);
  auto result = minimiseOf(failing.signature, failing.schedule, {}, true);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->executions, 1u);
}

} // namespace
} // namespace heddle::explore
