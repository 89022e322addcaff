// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "explore/exploration.h"
#include "simulated_runtime.h"

namespace heddle::explore {
namespace {

using model::StrategyId;
using When = Phase::When;

// Finds nothing, and remembers what it was asked.
class Onlooker final : public Judge {
public:
  std::vector<std::uint64_t> executions;
  std::uint64_t enough = ~std::uint64_t{0};

  bool isSatisfied() const override { return executions.size() >= enough; }

private:
  bool judgeFailure(std::uint64_t execution, const runtime::Outcome&) override {
    executions.push_back(execution);
    return false;
  }
  void
  sawRace(std::uint64_t, const runtime::Outcome&, const runtime::Race&, std::uint64_t) override {}
};

class ExplorationTest : public testing::Test {
protected:
  ExplorationTest() {
    request_.executions = 0;
    request_.seconds = 0;
    load(forkJoin({additions(3), additions(3)})); // 20 interleavings, 2 without preemption
  }

  Extent explore(const Plan& plan, ExplorationOptions options = {}) {
    Subject subject({}, &budget_);
    Exploration exploration(subject, judge_, budget_, options);
    return exploration.run(plan);
  }
  Extent exploreProgram(const Plan& plan, model::Resume resume = {}) {
    return explore(plan, {.isWholeRun = true, .resume = resume});
  }

  model::HarnessRequest request_;
  model::HarnessStatus status_{};
  Budget budget_{request_, status_};
  Onlooker judge_;
};

TEST_F(ExplorationTest, AnExhaustiveStrategyVisitsEverything) {
  Extent extent = explore(planOf(StrategyId::Dfs));
  EXPECT_TRUE(extent.sawAll());
  EXPECT_EQ(judge_.executions.size(), 20u);
}

TEST_F(ExplorationTest, ABoundIsPartOfTheClaim) {
  Extent extent = explore({{.strategies = {StrategyId::Dfs}, .preemptionBound = 0}});
  EXPECT_TRUE(extent.exhausted);
  EXPECT_EQ(extent.bounds.preemptions, 0);
  EXPECT_FALSE(extent.sawAll());
  EXPECT_EQ(judge_.executions.size(), 2u);
}

TEST_F(ExplorationTest, APhaseEndsWithItsBudget) {
  Extent extent = explore(planOf(StrategyId::Dfs, 7));
  EXPECT_FALSE(extent.exhausted);
  EXPECT_EQ(judge_.executions.size(), 7u);
}

TEST_F(ExplorationTest, CheapExhaustionIsFollowedByASearchWithoutBound) {
  auto plan = [](std::uint64_t most) {
    return Plan{{.strategies = {StrategyId::Dfs}, .executions = most, .preemptionBound = 0},
                {.strategies = {StrategyId::Dfs},
                 .executions = most,
                 .preemptionBound = -1,
                 .when = When::ExhaustedCheaply}};
  };
  EXPECT_TRUE(explore(plan(100)).sawAll());
  EXPECT_EQ(judge_.executions.size(), 22u);
  judge_.executions.clear();
  // The first phase takes half of its budget: that is not cheap.
  EXPECT_FALSE(explore(plan(4)).sawAll());
  EXPECT_EQ(judge_.executions.size(), 2u);
}

TEST_F(ExplorationTest, NothingIsSampledOnceAllIsSeen) {
  explore({{.strategies = {StrategyId::Dfs}},
           {.strategies = {StrategyId::Random}, .executions = 50, .when = When::NotAllSeen}});
  EXPECT_EQ(judge_.executions.size(), 20u);
}

TEST_F(ExplorationTest, ExecutionsOfAllPhasesAreNumberedInOneSequence) {
  exploreProgram(
      {{.strategies = {StrategyId::Dfs}}, {.strategies = {StrategyId::Random}, .executions = 5}});
  ASSERT_EQ(judge_.executions.size(), 25u);
  for (std::uint64_t i = 0; i < 25; ++i)
    EXPECT_EQ(judge_.executions[i], i + 1);
  EXPECT_EQ(status_.nextExecution, 24u);
  EXPECT_EQ(status_.phase, 1u);
  EXPECT_EQ(status_.phaseStart, 20u);
}

TEST_F(ExplorationTest, AResumedRunContinuesInItsPhase) {
  Plan plan{{.strategies = {StrategyId::Dfs}},
            {.strategies = {StrategyId::Random}, .executions = 5}};
  // Execution 22, the third of the second phase, killed the process.
  exploreProgram(plan, {.firstExecution = 23, .phase = 1, .phaseStart = 20});
  EXPECT_EQ(judge_.executions.size(), 2u);
  judge_.executions.clear();
  // Execution 4 of the search did: those before it are not judged again, and the subtree in which it lies, of six
  // executions, is left out.
  Extent extent = exploreProgram(plan, {.firstExecution = 5, .phase = 0, .phaseStart = 0});
  EXPECT_TRUE(extent.leftSomethingOut);
  EXPECT_EQ(judge_.executions.size(), 10u + 5u);
}

TEST_F(ExplorationTest, StrategiesTakeTurns) {
  explore({{.strategies = {StrategyId::Random, StrategyId::Pos}, .executions = 6}});
  EXPECT_EQ(judge_.executions.size(), 6u);
}

TEST_F(ExplorationTest, EndsWhenTheJudgeIsSatisfied) {
  judge_.enough = 3;
  Extent extent =
      explore({{.strategies = {StrategyId::Dfs}}, {.strategies = {StrategyId::Random}}});
  EXPECT_FALSE(extent.exhausted);
  EXPECT_EQ(judge_.executions.size(), 3u);
}

} // namespace
} // namespace heddle::explore
