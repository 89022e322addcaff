// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "explore/recording.h"
#include "explore/strategies/random_strategy.h"
#include "explore/strategies/replay_strategy.h"
#include "explore/strategies/round_robin_strategy.h"
#include "explore/strategies/until_blocked_strategy.h"
#include "run_strategy.h"
#include "simulated_runtime.h"

namespace heddle::explore {
namespace {

model::Message leftIn(const char* segment, const char* segments) {
  return {.id = model::MessageId::LeftSchedule, .arguments = {segment, segments}};
}

std::vector<Program> programs() {
  std::vector<Step> section{
      {Op::Lock, 0}, {Op::Load, 0}, {Op::Local}, {Op::StoreSum, 0, 1}, {Op::Unlock, 0}};
  std::vector<Step> waiter{{Op::Lock, 0}, {Op::Wait, 0, 0}, {Op::Unlock, 0}, {Op::Add, 0, 1}};
  std::vector<Step> signaller{
      {Op::Add, 1, 1}, {Op::Signal, 0}, {Op::Yield}, {Op::Signal, 0}, {Op::Broadcast, 0}};
  std::vector<Step> privateWork{{Op::Add, 8, 1}, {Op::Add, 0, 1}, {Op::Add, 8, 1}, {Op::Add, 0, 1}};
  Program learned = forkJoin({privateWork, additions(3)});
  learned.firstLearned = 8;
  return {forkJoin({additions(4), additions(4)}),
          forkJoin({section, section, section}),
          forkJoin({waiter, waiter, signaller}),
          learned};
}

TEST(ReplayStrategy, RepeatsRecordedExecutionsThroughTheirTextForm) {
  for (const Program& program : programs()) {
    load(program);
    RandomStrategy random(11);
    for (unsigned i = 0; i < 100; ++i) {
      std::string recorded = runOnce(random, i);
      model::Schedule schedule = recordedSchedule();
      auto parsed = model::scheduleFromText(model::toText(schedule));
      ASSERT_TRUE(parsed.has_value());
      // The replaying process has every access as a point.
      runtime::Options options;
      options.everyAccessIsAPoint = true;
      ReplayStrategy replay(*parsed);
      replay.beginExecution(0);
      simulation::execute(replay, options);
      EXPECT_EQ(simulation::lastTrace(), recorded);
      EXPECT_TRUE(replay.divergence().empty()) << model::toText(schedule);
      EXPECT_EQ(recordedSchedule(), schedule);
    }
  }
}

TEST(ReplayStrategy, AfterTheScheduleThreadsRunUntilTheyBlock) {
  load(forkJoin({additions(2), additions(2)}));
  ReplayStrategy replay({{{0, 3, false}}});
  EXPECT_EQ(runOnce(replay, 0), "1:add0=1 1:add0=2 2:add0=3 2:add0=4");
}

TEST(UntilBlockedStrategy, ThreadsRunInEitherOrder) {
  load(forkJoin({additions(2), additions(2)}));
  UntilBlockedStrategy creation;
  EXPECT_EQ(runOnce(creation, 0), "1:add0=1 1:add0=2 2:add0=3 2:add0=4");
  UntilBlockedStrategy reversed(UntilBlockedStrategy::Order::Reversed);
  EXPECT_EQ(runOnce(reversed, 0), "2:add0=1 2:add0=2 1:add0=3 1:add0=4");
}

TEST(ReplayStrategy, ReportsWhereAScheduleDoesNotFit) {
  load(forkJoin({additions(2), additions(2)}));
  ReplayStrategy tooLong({{{0, 3, false}, {1, 9, true}, {2, 1, false}}});
  runOnce(tooLong, 0);
  EXPECT_EQ(tooLong.divergence(), leftIn("2", "3"));
  ReplayStrategy noSuchThread({{{0, 3, false}, {7, 1, true}, {2, 1, false}}});
  runOnce(noSuchThread, 0);
  EXPECT_EQ(noSuchThread.divergence(), leftIn("2", "3"));
}

TEST(RoundRobinStrategy, SwitchesAtEveryPoint) {
  load(forkJoin({additions(3), additions(3)}));
  RoundRobinStrategy roundRobin;
  roundRobin.beginExecution(0);
  const runtime::Outcome& outcome = simulation::execute(roundRobin);
  EXPECT_EQ(outcome.switches, outcome.points);
  EXPECT_GT(outcome.switches, 6u);
}

} // namespace
} // namespace heddle::explore
