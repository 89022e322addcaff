// SPDX-License-Identifier: Apache-2.0
// One test of a simulated class under examination: what is run for it, and what is concluded.
#include <gtest/gtest.h>

#include <memory>

#include "examine/examiner.h"
#include "simple_classes.h"

namespace heddle::examine {
namespace {

using explore::Class;
using explore::Op;
using runtime::FailureKind;

class ExaminerTest : public testing::Test {
protected:
  Examination
  examine(const Class& description, const std::string& test, const ExamineBudget& budget = {}) {
    explore::load(description);
    status_ = std::make_unique<model::HarnessStatus>();
    budget_ = std::make_unique<explore::Budget>(request_, *status_);
    examiner_ = std::make_unique<Examiner>(request_, *budget_);
    return examiner_->examine(*model::testFromText(test), budget);
  }
  const model::Counters<std::atomic<std::uint64_t>>& counters() const { return status_->counters; }

  model::HarnessRequest request_;
  std::unique_ptr<model::HarnessStatus> status_;
  std::unique_ptr<explore::Budget> budget_;
  std::unique_ptr<Examiner> examiner_;
};

TEST_F(ExaminerTest, AViolationExplainsWhatNoSerialOrderGives) {
  Examination examination = examine(explore::losingCounter(), "0() / 1() | 1() / 2()");
  ASSERT_EQ(examination.violations.size(), 1u);
  const Violation& violation = examination.violations[0];
  EXPECT_EQ(violation.kind, FailureKind::Linearizability);
  EXPECT_EQ(violation.explanation.serial.size(), 1u) << "both orders give the same";
}

TEST_F(ExaminerTest, WithoutAnEpilogueALostUpdateCannotBeSeen) {
  EXPECT_TRUE(examine(explore::losingCounter(), "0() / 1() | 1() /").violations.empty());
}

TEST_F(ExaminerTest, AResultThatSomeOrderGivesIsRight) {
  // get may see 0 or 1.
  Examination examination = examine(explore::atomicCounter(), "0() / 1() | 2() / 2()");
  EXPECT_TRUE(examination.violations.empty());
  EXPECT_TRUE(examination.extent.exhausted);
}

TEST_F(ExaminerTest, LanesThatTouchNothingInCommonNeedNoSearch) {
  Class separate{
      {{.name = "a", .steps = {{Op::Add, 0, 1}}}, {.name = "b", .steps = {{Op::Add, 1, 1}}}}};
  Examination examination = examine(separate, "0() / 1() | 2() /");
  EXPECT_TRUE(examination.extent.exhausted);
  EXPECT_EQ(counters().executions, 0u);
  examine(separate, "0() / 1() | 1() /");
  EXPECT_GT(counters().executions, 0u);
}

TEST_F(ExaminerTest, TheTwoObjectsOfATestAreNotTheSame) {
  Examination examination =
      examine(explore::losingCounter(), "0() 0()@1 / 1() | 1()@1 / 2() 2()@1");
  EXPECT_TRUE(examination.violations.empty());
  EXPECT_EQ(counters().executions, 0u);
}

TEST_F(ExaminerTest, ThePrefixIsRunOnce) {
  examine(explore::atomicCounter(), "0() 1() 1() 1() / 1() | 1() / 2()");
  EXPECT_EQ(explore::executionsRun() - explore::executionsResumed(), 1u);
}

TEST_F(ExaminerTest, AnEpilogueWhoseResultsAreKnownIsNotRunAgain) {
  Examination examination = examine(explore::atomicCounter(), "0() / 1() | 1() / 2()");
  EXPECT_TRUE(examination.extent.exhausted);
  EXPECT_EQ(explore::lastTrace().find("get"), std::string::npos) << explore::lastTrace();
}

TEST_F(ExaminerTest, ABudgetCutsTheSearchAndSaysSo) {
  ExamineBudget small{.directed = 0, .exhaustive = 1, .random = 0};
  Examination examination = examine(explore::atomicCounter(), "0() / 1() | 1() / 2()", small);
  EXPECT_EQ(counters().executions, 1u);
  EXPECT_FALSE(examination.extent.exhausted);
}

// The second thread must run between the two stores of the first, and between its own two loads: two preemptions.
Class twoPreemptions() {
  return {{{.name = "change", .steps = {{Op::Store, 0, 1}, {Op::Store, 0, 0}}},
           {.name = "look",
            .steps = {{Op::Load, 0},
                      {Op::SkipUnless, 0, 1},
                      {Op::Load, 0},
                      {Op::SkipUnless, 0, 0},
                      {Op::Fail}}}}};
}

TEST_F(ExaminerTest, APreemptionBoundHidesWhatNeedsMore) {
  ExamineBudget bounded{.directed = 0, .exhaustive = 1000, .random = 0, .preemptionBound = 1};
  request_.strategy = model::StrategyId::Dfs;
  request_.strategyOptions.preemptionBound = 1;
  EXPECT_TRUE(examine(twoPreemptions(), "0() / 1() | 2() /", bounded).violations.empty());
  request_.strategyOptions.preemptionBound = 2;
  EXPECT_EQ(examine(twoPreemptions(), "0() / 1() | 2() /", bounded).violations.size(), 1u);
}

TEST_F(ExaminerTest, TheSearchEndsWithTheFirstFailureUnlessItIsToGoOn) {
  // Both lanes can fail, each in its own method.
  Class failing{
      {{.name = "change", .steps = {{Op::Store, 0, 1}, {Op::Load, 1}, {Op::FailUnless, 0, 1}}},
       {.name = "undo", .steps = {{Op::Store, 0, 0}, {Op::Load, 1}, {Op::FailUnless, 0, 0}}}}};
  EXPECT_EQ(examine(failing, "0() / 1() | 2() /").violations.size(), 1u);
  request_.keepGoing = true;
  EXPECT_EQ(examine(failing, "0() / 1() | 2() /").violations.size(), 2u);
}

TEST_F(ExaminerTest, ADeadlockInEveryOrderIsRightAndOneInSomeIsNot) {
  Class locks = explore::lockOrder();
  EXPECT_EQ(examine(locks, "0() / 1() | 2() /").violations.at(0).kind, FailureKind::Deadlock);
  EXPECT_TRUE(examine(locks, "0() / 1() | 1() /").violations.empty());
  Class taking{{{.name = "take", .steps = {{Op::Lock, 0}}}}};
  EXPECT_TRUE(examine(taking, "0() / 1() | 1() /").violations.empty());
}

TEST_F(ExaminerTest, APrefixThatFailsLeavesNothingToJudge) {
  Class failing{
      {{.name = "fail", .steps = {{Op::Fail}}}, {.name = "get", .steps = {{Op::Load, 0}}}}};
  Examination examination = examine(failing, "0() 1() / 2() | 2() /");
  EXPECT_TRUE(examination.violations.empty());
  EXPECT_TRUE(examination.ordersUnknown);
  EXPECT_EQ(counters().executions, 0u);
  EXPECT_FALSE(examination.extent.exhausted);
}

TEST_F(ExaminerTest, WhatIsNotModelledIsNamed) {
  Class unknown{{{.name = "unknown", .steps = {{Op::Unsupported}}}}};
  EXPECT_EQ(examine(unknown, "0() / 1() | 1() /").unsupported.id, model::MessageId::Unmodelled);
}

TEST_F(ExaminerTest, MinimisingDropsWhatTheFailureDoesNotNeed) {
  Examination examination =
      examine(explore::losingCounter(), "0() 1() 2() 1() / 1() 2() | 2() 1() / 2() 2()");
  ASSERT_FALSE(examination.violations.empty());
  budget_->enter(explore::Stage::Minimise);
  Violation smaller = examiner_->minimise(examination.violations[0]);
  EXPECT_EQ(model::toText(smaller.test), "0() / 1() | 1() / 2()");
  EXPECT_EQ(smaller.signature, examination.violations[0].signature);
}

TEST_F(ExaminerTest, ARefusedCallIsLeftOutOfASmallerTest) {
  // The peer is never made, so that its call is refused.
  Examination examination = examine(explore::losingCounter(), "0() / 2()@1 1() | 1() / 2()");
  ASSERT_FALSE(examination.violations.empty());
  budget_->enter(explore::Stage::Minimise);
  EXPECT_EQ(model::toText(examiner_->minimise(examination.violations[0]).test),
            "0() / 1() | 1() / 2()");
}

} // namespace
} // namespace heddle::examine
