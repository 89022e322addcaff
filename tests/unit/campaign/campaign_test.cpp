// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "campaign/campaign.h"
#include "campaign/confirm.h"
#include "support/temporary_directory.h"

namespace heddle::campaign {
namespace {

using testing::HasSubstr;

class CampaignTest : public testing::Test {
protected:
  CampaignTest() : scratch_(std::move(*TemporaryDirectory::create("heddle-test-"))) {
    request_.executions = 1000;
    request_.seconds = 20;
  }

  CampaignOutcome run(const std::vector<std::string>& script) {
    Progress progress(true);
    launch_ = {FAKE_HARNESS, script, "", scratch_.path()};
    Result<CampaignOutcome> outcome = runCampaign(launch_, request_, progress, limits_);
    EXPECT_TRUE(outcome) << outcome.error().message;
    return std::move(*outcome);
  }

  TemporaryDirectory scratch_;
  HarnessLaunch launch_;
  model::HarnessRequest request_;
  CampaignLimits limits_;
};

TEST_F(CampaignTest, RunsEveryExecutionOnce) {
  const CampaignOutcome outcome = run({});
  EXPECT_EQ(outcome.stats.executions, 1000U);
  EXPECT_EQ(outcome.stats.events, 10000U);
  EXPECT_TRUE(outcome.candidates.empty());
  EXPECT_FALSE(outcome.timeRanOut);
  EXPECT_GT(outcome.stats.peakRssMb, 0);
}

TEST_F(CampaignTest, JobsShareTheExecutions) {
  request_.jobs = 3;
  EXPECT_EQ(run({}).stats.executions, 1000U);
}

TEST_F(CampaignTest, CountersOfJobsAreAddedUp) {
  request_.jobs = 3;
  const model::RunStats stats = run({}).stats;
  EXPECT_EQ(stats.events, 10'000U);
  EXPECT_EQ(stats.fairExecutions, 1000U);
  EXPECT_EQ(stats.cutExecutions, 2000U);
  EXPECT_EQ(stats.callTraces, 3000U);
  EXPECT_EQ(stats.requirements, 4000U);
  EXPECT_EQ(stats.serialExecutions, 6U) << "each job runs its own";
  EXPECT_EQ(stats.warmUpExecutions, 15U);
  EXPECT_EQ(stats.tests, 1U) << "they share one program";
}

TEST_F(CampaignTest, AProgramIsExhaustedWhenEveryJobIs) {
  request_.jobs = 2;
  EXPECT_EQ(run({}).stats.testsExhausted, 0U);
  request_.strategy = model::StrategyId::Dfs;
  const CampaignOutcome outcome = run({});
  EXPECT_EQ(outcome.stats.testsExhausted, 1U);
  EXPECT_TRUE(outcome.bounds.none());
}

TEST_F(CampaignTest, StopsAtAFinding) {
  const CampaignOutcome outcome = run({"find=70"});
  ASSERT_EQ(outcome.candidates.size(), 1U);
  EXPECT_EQ(outcome.candidates[0].original.step, 70U);
  EXPECT_EQ(outcome.candidates[0].original.position.execution, 71U);
  EXPECT_EQ(outcome.stats.executions, 71U);
}

TEST_F(CampaignTest, SameAnswerWithAnyNumberOfJobs) {
  for (const unsigned jobs : {1U, 2U, 5U}) {
    request_.jobs = jobs;
    const CampaignOutcome outcome = run({"find=70", "race=60"});
    ASSERT_EQ(outcome.candidates.size(), 2U) << jobs << " jobs";
    EXPECT_EQ(outcome.candidates[0].original.position.execution, 71U);
    EXPECT_EQ(outcome.candidates[1].original.position.execution, 61U);
    EXPECT_EQ(outcome.stats.executions, 71U);
  }
}

TEST_F(CampaignTest, GoesOnBehindTheExecutionThatKilledItsProcess) {
  const CampaignOutcome outcome = run({"die=5", "find=70"});
  EXPECT_EQ(outcome.stats.restarts, 1U);
  ASSERT_EQ(outcome.candidates.size(), 1U);
  EXPECT_EQ(outcome.stats.executions, 70U) << "the one that died is not counted";
  ASSERT_EQ(outcome.diagnostics.size(), 1U);
  EXPECT_THAT(outcome.diagnostics[0].message, HasSubstr("execution 6: the process was killed"));
}

TEST_F(CampaignTest, AHarnessKilledByItsFilterIsUnsupported) {
  const CampaignOutcome outcome = run({"forbidden=5"});
  EXPECT_THAT(outcome.unsupported, HasSubstr("SIGSYS"));
  EXPECT_EQ(outcome.stats.restarts, 0U);
}

TEST_F(CampaignTest, KeepsWhatADeadHarnessHadFound) {
  request_.keepGoing = true;
  const CampaignOutcome outcome = run({"race=3", "kill-once=500"});
  EXPECT_EQ(outcome.stats.restarts, 1U);
  EXPECT_EQ(outcome.candidates.size(), 1U);
  EXPECT_EQ(outcome.stats.executions, 999U);
}

TEST_F(CampaignTest, CoverageIsTheUnionOfAllJobs) {
  request_.executions = 60;
  for (const unsigned jobs : {1U, 3U}) {
    request_.jobs = jobs;
    const CampaignOutcome outcome = run({"covers"});
    ASSERT_TRUE(outcome.coverage);
    EXPECT_EQ(outcome.coverage->patterns, 61U);
    EXPECT_EQ(outcome.coverage->estimatedPatterns, 8U);
    EXPECT_EQ(outcome.coverage->growth.back().execution, 60U);
    EXPECT_EQ(outcome.stats.observedExecutions, 60U);
  }
}

TEST_F(CampaignTest, CoverageSurvivesTheDeathOfAHarness) {
  request_.executions = 60;
  const CampaignOutcome outcome = run({"covers", "die=20"});
  EXPECT_EQ(outcome.stats.restarts, 1U);
  ASSERT_TRUE(outcome.coverage);
  EXPECT_EQ(outcome.coverage->patterns, 60U) << "all but that of the execution that died";
}

TEST_F(CampaignTest, CoverageEndsWhereTheSearchEnds) {
  for (const unsigned jobs : {1U, 4U}) {
    request_.jobs = jobs;
    const CampaignOutcome outcome = run({"covers", "find=20"});
    ASSERT_TRUE(outcome.coverage);
    EXPECT_EQ(outcome.coverage->patterns, 22U) << "of 21 executions, whatever other jobs did";
    EXPECT_EQ(outcome.stats.observedExecutions, 21U);
  }
}

TEST_F(CampaignTest, WithoutObservedExecutionsThereIsNoCoverage) {
  EXPECT_FALSE(run({}).coverage);
}

TEST_F(CampaignTest, GivesUpWhenTheProcessCannotStart) {
  const CampaignOutcome outcome = run({"broken"});
  EXPECT_TRUE(outcome.gaveUp);
  ASSERT_EQ(outcome.diagnostics.size(), 1U);
  EXPECT_THAT(outcome.diagnostics[0].message, HasSubstr("exited with status 9"));
}

TEST_F(CampaignTest, TellsWhatIsUnsupported) {
  const CampaignOutcome outcome = run({"unsupported"});
  EXPECT_EQ(outcome.unsupported, "fork()");
  ASSERT_EQ(outcome.unsupportedStack.size(), 1U);
  EXPECT_EQ(outcome.unsupportedStack[0].pc, 0x400fffU);
}

TEST_F(CampaignTest, NoticesThatThereAreNoThreads) {
  request_.executions = 100'000'000;
  const CampaignOutcome outcome = run({"threads=1", "slow"});
  EXPECT_TRUE(outcome.noThreads);
  EXPECT_EQ(outcome.stats.executions, 1U) << "one says it all";
  EXPECT_EQ(outcome.stats.events, 10U);
}

TEST_F(CampaignTest, KillsAHarnessThatDoesNotStop) {
  request_.seconds = 0.1;
  limits_.overtime = limits_.overtimeGrace = CampaignLimits::Seconds(0.1);
  const CampaignOutcome outcome = run({"hang"});
  EXPECT_TRUE(outcome.timeRanOut);
  EXPECT_EQ(outcome.stats.restarts, 0U);
}

TEST_F(CampaignTest, ReplacesAHarnessThatIsStuckAndGivesUpInTheEnd) {
  limits_.stuckAfter = CampaignLimits::Seconds(0.1);
  limits_.restarts = 2;
  const CampaignOutcome outcome = run({"hang"});
  EXPECT_TRUE(outcome.gaveUp);
  EXPECT_EQ(outcome.stats.restarts, 3U);
  EXPECT_THAT(outcome.diagnostics.at(0).message, HasSubstr("execution 1 made no progress"));
}

TEST_F(CampaignTest, ConfirmsByReplay) {
  const CampaignOutcome outcome = run({"find=7"});
  const Confirmed confirmed = confirm(launch_, request_, outcome.candidates.at(0), 3);
  EXPECT_TRUE(confirmed.replays.confirmed());
  EXPECT_EQ(confirmed.replays.failed, 3U);
  EXPECT_TRUE(confirmed.replays.sameTrace);
  EXPECT_EQ(confirmed.executions, 3U);
}

TEST_F(CampaignTest, DoesNotConfirmWhatDoesNotFailAgain) {
  const CampaignOutcome outcome = run({"find=7", "flaky"});
  const Confirmed confirmed = confirm(launch_, request_, outcome.candidates.at(0), 3);
  EXPECT_FALSE(confirmed.replays.confirmed());
  EXPECT_EQ(confirmed.replays.times, 3U);
}

} // namespace
} // namespace heddle::campaign
