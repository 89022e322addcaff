// SPDX-License-Identifier: Apache-2.0
// What each counter of an exploration means, on programs whose executions can be counted by hand.
#include <gtest/gtest.h>

#include <memory>
#include <unistd.h>

#include "explore/program_run.h"
#include "explore/warm_up.h"
#include "simulated_runtime.h"

namespace heddle::explore {
namespace {

constexpr std::uint64_t kSerial = 2; // threads in order of creation, and reversed
constexpr std::uint64_t kSearch = 50;

class CountersTest : public testing::Test {
protected:
  CountersTest() {
    request_.findingsPath = testing::TempDir() + "counters-" + std::to_string(getpid());
    request_.executions = kSearch;
    request_.strategy = model::StrategyId::Random;
  }
  ~CountersTest() override { unlink(request_.findingsPath.c_str()); }

  const model::Counters<std::atomic<std::uint64_t>>& count(Program program) {
    simulation::load(std::move(program));
    status_ = std::make_unique<model::HarnessStatus>();
    EXPECT_TRUE(ProgramRun(request_, *status_, nullptr).run());
    return status_->counters;
  }

  model::HarnessRequest request_;
  std::unique_ptr<model::HarnessStatus> status_ = std::make_unique<model::HarnessStatus>();
};

// Two threads that lose an update in some interleavings.
Program lostUpdate() {
  const std::vector<simulation::Step> increment = {{Op::Load, 0}, {Op::StoreSum, 0, 1}};
  return forkJoin({increment, increment}, {{Op::FailUnless, 0, 2}});
}

// T1 waits for a store that no thread makes.
Program endless() {
  return forkJoin({{{Op::Load, 0}, {Op::LoopUnless, 0, 1}}, additions(1, 1)});
}

TEST_F(CountersTest, EveryExecutionIsCountedOnce) {
  const auto& counters = count(lostUpdate());
  EXPECT_EQ(counters.serialExecutions + counters.warmUpExecutions + counters.executions +
                counters.minimisingExecutions,
            executionsRun());
}

TEST_F(CountersTest, ExecutionsAreThoseOfTheSearchAlone) {
  const auto& counters = count(forkJoin({additions(3), additions(3)}));
  EXPECT_EQ(counters.executions, kSearch);
  EXPECT_GT(executionsRun(), kSearch);
}

TEST_F(CountersTest, SerialExecutionsAreTheTwoOrders) {
  EXPECT_EQ(count(forkJoin({additions(3), additions(3)})).serialExecutions, kSerial);
}

TEST_F(CountersTest, WarmUpLastsUntilNothingIsLearned) {
  EXPECT_EQ(count(forkJoin({additions(2), additions(2)})).warmUpExecutions, kShortWarmUp.quiet);
  request_.strategy = model::StrategyId::Dfs;
  EXPECT_EQ(count(forkJoin({additions(2), additions(2)})).warmUpExecutions, kThoroughWarmUp.quiet);
}

TEST_F(CountersTest, LearningProlongsTheWarmUp) {
  // T2 accesses variable 8 only after T1's store, which need not happen in the first executions.
  Program program = forkJoin({{{Op::Add, 8, 1}, {Op::Store, 0, 1}},
                              {{Op::Load, 0}, {Op::SkipUnless, 0, 1}, {Op::Add, 8, 1}}});
  program.firstLearned = 8;
  // Serial executions would learn it, so begin with the warm-up.
  simulation::load(program);
  Budget budget(request_, *status_);
  Subject subject({}, &budget);
  warmUp(subject, budget, 1, kShortWarmUp);
  EXPECT_GT(status_->counters.warmUpExecutions, kShortWarmUp.quiet);
  EXPECT_EQ(status_->counters.warmUpExecutions, executionsRun());
}

TEST_F(CountersTest, OtherEventsAreThoseOutsideTheSearch) {
  // Every execution of this program has the same length.
  const auto& counters = count(forkJoin({additions(3), additions(3)}));
  const std::uint64_t others = counters.serialExecutions + counters.warmUpExecutions;
  EXPECT_EQ(counters.otherEvents * counters.executions, counters.events * others);
  EXPECT_GT(counters.otherEvents, 0u);
}

TEST_F(CountersTest, MinimisingIsNoSearch) {
  request_.executions = 2000;
  const std::uint64_t searched = count(lostUpdate()).executions;
  EXPECT_GT(status_->counters.minimisingExecutions, 0u);
  EXPECT_EQ(searched, status_->lowestFinding);
  request_.minimise = false;
  EXPECT_EQ(count(lostUpdate()).executions, searched);
  EXPECT_EQ(status_->counters.minimisingExecutions, 0u);
}

TEST_F(CountersTest, FairExecutionsAreThoseOfTheSearchAlone) {
  Program program = forkJoin({additions(3), additions(3)});
  program.fairAfter = 0;
  EXPECT_EQ(count(program).fairExecutions, kSearch);
  program.fairAfter = 10; // the events that each has
  EXPECT_EQ(count(program).fairExecutions, 0u);
}

TEST_F(CountersTest, CutExecutionsAreThoseOfTheSearchAlone) {
  request_.keepGoing = true;
  request_.minimise = false;
  const auto& counters = count(endless());
  EXPECT_EQ(counters.cutExecutions, kSearch);
  EXPECT_EQ(counters.failures, kSearch);
  EXPECT_EQ(counters.fairExecutions, 0u);
}

TEST_F(CountersTest, FailuresAreExecutionsNotFindings) {
  request_.keepGoing = true;
  request_.minimise = false;
  const auto& counters = count(forkJoin({{{Op::Add, 0, 1}, {Op::Fail}}, additions(1)}));
  EXPECT_EQ(counters.failures, kSearch);
  EXPECT_EQ(counters.cutExecutions, 0u);
  EXPECT_EQ(status_->findings, 1u);
}

TEST_F(CountersTest, EventsAndSwitchesAreThoseOfTheSearchAlone) {
  const auto& counters = count(forkJoin({additions(1)}));
  EXPECT_EQ(counters.events, kSearch * 3); // a creation, a join and an addition
  // To the thread and back, and nothing else is possible once main waits.
  EXPECT_GE(counters.switches, kSearch * 2);
  EXPECT_LT(counters.switches, kSearch * 3 + kSerial);
}

} // namespace
} // namespace heddle::explore
