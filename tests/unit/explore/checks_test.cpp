// SPDX-License-Identifier: Apache-2.0
// Broken promises end the process with the status of an internal error and a message that names them.
#include <gtest/gtest.h>

#include "explore/budget.h"
#include "explore/findings_log.h"
#include "explore/plan.h"
#include "explore/schedule_edits.h"
#include "explore/strategies/dfs_strategy.h"
#include "explore/strategies/turns_strategy.h"
#include "support/check.h"

namespace heddle::explore {
namespace {

using testing::ExitedWithCode;

model::FindingRecord recordWith(std::uint64_t signature) {
  model::FindingRecord record;
  record.kind = model::FindingKind::Deadlock;
  record.signature = signature;
  return record;
}

TEST(ChecksDeathTest, ABudgetBelongsToAJobOfItsRun) {
  model::HarnessRequest request;
  request.jobs = 2;
  request.job = 2;
  model::HarnessStatus status{};
  EXPECT_EXIT(Budget(request, status), ExitedWithCode(kOwnBugExitStatus), "job 2 of a run with 2");
}

TEST(ChecksDeathTest, OnlyTheSearchCountsExecutions) {
  model::HarnessRequest request;
  model::HarnessStatus status{};
  Budget budget(request, status);
  budget.enter(Stage::WarmUp);
  EXPECT_EXIT(budget.countSearch({}, {.fails = false, .isObserved = false}),
              ExitedWithCode(kOwnBugExitStatus),
              "another stage is counted as search");
}

TEST(ChecksDeathTest, AFindingNeedsAStep) {
  model::HarnessRequest request;
  model::HarnessStatus status{};
  Budget budget(request, status);
  EXPECT_EXIT(budget.found(runtime::FailureKind::Deadlock),
              ExitedWithCode(kOwnBugExitStatus),
              "before the first step");
  EXPECT_EXIT((void)budget.currentStep(), ExitedWithCode(kOwnBugExitStatus), "no step has begun");
}

TEST(ChecksDeathTest, AFailureIsRecordedOnce) {
  FindingsLog log("/dev/null");
  ASSERT_TRUE(log.add(recordWith(7)));
  EXPECT_EXIT((void)log.add(recordWith(7)),
              ExitedWithCode(kOwnBugExitStatus),
              "signature 7 is recorded twice");
}

TEST(ChecksDeathTest, ARecordOfAnotherLogIsNotReplaced) {
  FindingsLog log("/dev/null");
  model::FindingRecord stranger = recordWith(7);
  EXPECT_EXIT((void)log.replaceSchedule(stranger, {}),
              ExitedWithCode(kOwnBugExitStatus),
              "a record of another log");
}

TEST(ChecksDeathTest, PositionsOfSegmentsAreAscendingAndInRange) {
  model::Schedule schedule;
  schedule.segments = {{0, 3, true, {}}, {1, 2, true, {}}, {0, 1, false, {}}};
  EXPECT_EXIT(continuedAtOnce(schedule, {1, 0}), ExitedWithCode(kOwnBugExitStatus), "ascending");
  EXPECT_EXIT(putOff(schedule, {3}), ExitedWithCode(kOwnBugExitStatus), "segment 3 of a schedule");
  EXPECT_EXIT(withoutSegment(schedule, 3), ExitedWithCode(kOwnBugExitStatus), "segment 3");
  EXPECT_EXIT(withoutThread(schedule, 0), ExitedWithCode(kOwnBugExitStatus), "main thread");
}

TEST(ChecksDeathTest, StrategiesNeedAJobAndAtLeastOneTurn) {
  EXPECT_EXIT(DfsStrategy({.jobs = 2, .job = 2}), ExitedWithCode(kOwnBugExitStatus), "job 2");
  EXPECT_EXIT(TurnsStrategy({}), ExitedWithCode(kOwnBugExitStatus), "no strategy to take turns");
}

} // namespace
} // namespace heddle::explore
