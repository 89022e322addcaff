// SPDX-License-Identifier: Apache-2.0
// `heddle check` inside the harness, whole, over classes whose tests and orders can be counted by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <unistd.h>

#include "check/check_run.h"
#include "explore/request_options.h"
#include "simple_classes.h"
#include "support/files.h"

namespace heddle::check {
namespace {

using explore::Class;
using explore::Op;
using model::FindingKind;

// The results of a run.
struct Checked {
  bool finished = false;
  std::unique_ptr<model::HarnessStatus> status = std::make_unique<model::HarnessStatus>();
  std::vector<model::FindingRecord> findings;
  model::CheckSummary summary;

  const model::Counters<std::atomic<std::uint64_t>>& counters() const { return status->counters; }
  std::uint64_t charged() const {
    return counters().serialExecutions + counters().warmUpExecutions + counters().executions +
           counters().minimisingExecutions;
  }
  const model::CheckSummary::OperationUse& use(unsigned operation) const {
    return summary.operations.at(operation);
  }
  std::uint64_t notCompared(unsigned operation, model::NotCompared reason) const {
    return use(operation).notCompared[static_cast<std::size_t>(reason)];
  }
};

class CheckRunTest : public testing::Test {
protected:
  CheckRunTest() {
    std::string name = testing::TempDir() + "check-run-" + std::to_string(getpid());
    request_.mode = model::HarnessMode::Check;
    request_.findingsPath = name + ".findings";
    request_.check.summaryPath = name + ".summary";
    request_.executions = 20'000;
    request_.seconds = 0;
  }
  ~CheckRunTest() override {
    unlink(request_.findingsPath.c_str());
    unlink(request_.check.summaryPath.c_str());
  }

  Checked check(const Class& description) {
    unlink(request_.findingsPath.c_str());
    explore::load(description);
    Checked checked;
    checked.finished = CheckRun(request_, *checked.status, explore::optionsOf(request_)).run();
    if (Result<std::string> text = readFile(request_.findingsPath))
      checked.findings = model::findingRecordsFromText(*text);
    if (Result<std::string> text = readFile(request_.check.summaryPath))
      checked.summary = *model::checkSummaryFromText(*text);
    return checked;
  }

  void wantOnly(const std::string& test) { request_.check.test = *model::testFromText(test); }

  model::HarnessRequest request_;
};

// ---- what is found -----------------------------------------------------------------------------------

TEST_F(CheckRunTest, ALostUpdateIsFound) {
  Checked checked = check(explore::losingCounter());
  EXPECT_TRUE(checked.finished);
  ASSERT_FALSE(checked.findings.empty());
  const model::FindingRecord& last = checked.findings.back();
  EXPECT_EQ(last.kind, FindingKind::Linearizability);
  EXPECT_EQ(model::toText(last.test), "0() / 1() | 1() / 2()");
  EXPECT_EQ(checked.status->findings, 1u);
}

TEST_F(CheckRunTest, ItsCorrectedTwinsAreSilentAndAllTheirTestsExhausted) {
  for (const Class& twin : {explore::atomicCounter(), explore::lockedCounter()}) {
    Checked checked = check(twin);
    EXPECT_TRUE(checked.findings.empty());
    EXPECT_EQ(checked.status->exhausted, 1u);
    EXPECT_EQ(checked.status->preemptionBound, -1) << "not even a bound of preemptions";
    EXPECT_GT(checked.counters().tests, 0u);
    EXPECT_EQ(checked.counters().testsExhausted,
              checked.counters().tests - checked.counters().widenedTests);
  }
}

TEST_F(CheckRunTest, EveryGuideFindsIt) {
  for (const char* guide : {"coverage", "auto", "random", "pairs", "deps"}) {
    request_.check.guide = guide;
    EXPECT_FALSE(check(explore::losingCounter()).findings.empty()) << guide;
  }
}

TEST_F(CheckRunTest, LocksInOppositeOrdersAreADeadlock) {
  Checked checked = check(explore::lockOrder());
  ASSERT_FALSE(checked.findings.empty());
  EXPECT_EQ(checked.findings.back().kind, FindingKind::Deadlock);
}

TEST_F(CheckRunTest, AnExceptionThatNoSerialOrderThrowsIsFound) {
  Checked checked = check(explore::briefState());
  ASSERT_FALSE(checked.findings.empty());
  EXPECT_EQ(checked.findings.back().kind, FindingKind::Exception);
}

TEST_F(CheckRunTest, AnAssertionThatFailsOnlyBesideOthersIsFound) {
  Checked checked = check({{{.name = "change", .steps = {{Op::Store, 0, 1}, {Op::Store, 0, 0}}},
                            {.name = "look", .steps = {{Op::Load, 0}, {Op::FailUnless, 0, 0}}}}});
  ASSERT_FALSE(checked.findings.empty());
  EXPECT_EQ(checked.findings.back().kind, FindingKind::Assert);
}

TEST_F(CheckRunTest, ADataRaceDoesNotEndTheRun) {
  request_.minimise = false;
  Class racy = explore::atomicCounter();
  racy.methods[0].steps.push_back({Op::Race, 0, 5});
  Checked checked = check(racy);
  ASSERT_EQ(checked.findings.size(), 1u);
  EXPECT_EQ(checked.findings[0].kind, FindingKind::DataRace);
  EXPECT_EQ(checked.status->lowestFinding, 0u);
  EXPECT_GT(checked.counters().tests, checked.findings[0].position.test);
}

// ---- what is not reported ------------------------------------------------------------------------------

TEST_F(CheckRunTest, CallsThatHangInEverySerialOrderAreNotReported) {
  Checked checked = check({{{.name = "lockTwice", .steps = {{Op::Lock, 0}, {Op::Lock, 0}}},
                            {.name = "get", .steps = {{Op::Load, 0}}, .returns = true}}});
  EXPECT_TRUE(checked.finished);
  EXPECT_TRUE(checked.findings.empty());
  EXPECT_EQ(checked.use(1).returned, 0u);
  EXPECT_FALSE(checked.use(1).problem.empty());
}

TEST_F(CheckRunTest, ATestThatHangsInEverySerialOrderIsNotReported) {
  // If take is called twice, the second call waits until put is called.
  Checked checked = check(
      {{{.name = "take", .steps = {{Op::Lock, 0}}}, {.name = "put", .steps = {{Op::Unlock, 0}}}}});
  EXPECT_TRUE(checked.finished);
  EXPECT_TRUE(checked.findings.empty());
  EXPECT_GT(checked.counters().failures + checked.counters().testsExhausted, 0u);
  EXPECT_GT(checked.use(1).tests, 0u);
  EXPECT_GT(checked.use(2).tests, 0u);
}

TEST_F(CheckRunTest, AFailureThatASerialOrderShowsIsCountedAndNotReported) {
  // use after close fails, in any order of calls in which it comes later.
  Checked checked = check({{{.name = "close", .steps = {{Op::Store, 0, 1}}},
                            {.name = "use", .steps = {{Op::Load, 0}, {Op::FailUnless, 0, 0}}}}});
  EXPECT_TRUE(checked.findings.empty());
  EXPECT_GT(checked.counters().testsFailingSerially, 0u);
  EXPECT_LT(checked.counters().testsFailingSerially, checked.counters().tests);
}

TEST_F(CheckRunTest, ACallThatReadsTheClockIsCompared) {
  Class timed = explore::losingCounter();
  timed.methods[0].steps.push_back({Op::ReadClock});
  Checked checked = check(timed);
  EXPECT_FALSE(checked.findings.empty());
  EXPECT_EQ(checked.notCompared(explore::kIncrement, model::NotCompared::ReadsClock), 0u);
}

TEST_F(CheckRunTest, ATimeThatACallReturnsIsNotComparedIfTheScheduleMovesTheClock) {
  Class timed{{{.name = "sleep", .steps = {{Op::Add, 0, 1}, {Op::Sleep, 0, 5}}},
               {.name = "now", .steps = {{Op::Load, 0}, {Op::ReadClock}}, .returns = true}}};
  Checked checked = check(timed);
  EXPECT_TRUE(checked.findings.empty());
  EXPECT_GT(checked.notCompared(2, model::NotCompared::ReadsClock), 0u);
  EXPECT_EQ(checked.notCompared(1, model::NotCompared::ReadsClock), 0u);
}

TEST_F(CheckRunTest, ACallThatGivesUpABusyLockIsNotCompared) {
  Class trying = explore::counter({{Op::TryLock, 0},
                                   {Op::SkipUnless, 0, 1},
                                   {Op::Load, 0},
                                   {Op::StoreSum, 0, 1},
                                   {Op::Unlock, 0}});
  Checked checked = check(trying);
  EXPECT_TRUE(checked.findings.empty()) << "no order of two calls leaves 1, and yet it is right";
  EXPECT_GT(checked.notCompared(explore::kIncrement, model::NotCompared::GaveUpLock), 0u);
}

TEST_F(CheckRunTest, AMethodThatNeverReturnsIsNamedWithTheReason) {
  Checked checked = check({{{.name = "get", .steps = {{Op::Load, 0}}, .returns = true},
                            {.name = "fail", .steps = {{Op::Fail}}},
                            {.name = "throw", .steps = {{Op::Throw}}},
                            {.name = "unknown", .steps = {{Op::Unsupported}}}}});
  EXPECT_TRUE(checked.findings.empty());
  EXPECT_TRUE(checked.use(1).problem.empty());
  EXPECT_GT(checked.use(1).returned, 0u);
  for (unsigned operation : {2, 3, 4}) {
    EXPECT_FALSE(checked.use(operation).problem.empty()) << operation;
    EXPECT_GT(checked.use(operation).runs, 0u) << operation;
    EXPECT_EQ(checked.use(operation).returned, 0u) << operation;
  }
}

// ---- minimising ------------------------------------------------------------------------------------------

TEST_F(CheckRunTest, AFindingIsWrittenDownBeforeItIsMadeSmaller) {
  Checked checked = check(explore::losingCounter());
  ASSERT_EQ(checked.findings.size(), 2u);
  EXPECT_FALSE(checked.findings[0].minimised);
  EXPECT_TRUE(checked.findings[1].minimised);
  EXPECT_EQ(checked.findings[0].signature, checked.findings[1].signature);
  EXPECT_GT(checked.findings[0].test.prefix.size(), checked.findings[1].test.prefix.size());
  EXPECT_GT(checked.counters().minimisingExecutions, 0u);
}

TEST_F(CheckRunTest, NothingIsMadeSmallerUnlessItIsAskedFor) {
  request_.minimise = false;
  Checked checked = check(explore::losingCounter());
  EXPECT_EQ(checked.findings.size(), 1u);
  EXPECT_EQ(checked.counters().minimisingExecutions, 0u);
}

TEST_F(CheckRunTest, OnlyThatWhichKeepsGoingFindsASecondFailure) {
  request_.minimise = false;
  Class both = explore::losingCounter();
  both.methods.push_back({.name = "add", .steps = {{Op::Load, 1}, {Op::StoreSum, 1, 1}}});
  both.methods.push_back({.name = "sum", .steps = {{Op::Load, 1}}, .returns = true});
  EXPECT_EQ(check(both).findings.size(), 1u);
  request_.keepGoing = true;
  EXPECT_GE(check(both).findings.size(), 2u);
}

// Two counters that lose updates, independently of each other.
Class twoFaults() {
  Class both = explore::losingCounter();
  both.methods.push_back({.name = "add", .steps = {{Op::Load, 1}, {Op::StoreSum, 1, 1}}});
  both.methods.push_back({.name = "sum", .steps = {{Op::Load, 1}}, .returns = true});
  return both;
}

TEST_F(CheckRunTest, ARunForAllCausesFindsEachFaultOnceAndMinimisesIt) {
  request_.allCauses = true;
  Checked checked = check(twoFaults());
  std::set<std::string> minimised;
  for (const model::FindingRecord& record : checked.findings)
    if (record.minimised)
      minimised.insert(model::toText(record.test));
  EXPECT_TRUE(minimised.contains("0() / 1() | 1() / 2()"));
  EXPECT_TRUE(minimised.contains("0() / 3() | 3() / 4()"));
  EXPECT_EQ(checked.status->findings, 2u) << "tests that contain a known failure add nothing";
  EXPECT_EQ(checked.status->lowestFinding, 0u);
}

TEST_F(CheckRunTest, FailuresThatContainAKnownOneAreCounted) {
  request_.allCauses = true;
  Checked checked = check(explore::losingCounter());
  ASSERT_FALSE(checked.findings.empty());
  EXPECT_GT(checked.findings.back().seen, 1u);
}

// ---- widening ---------------------------------------------------------------------------------------------

TEST_F(CheckRunTest, WhenTestsAreUsedUpOthersAreRunUntilTheLimit) {
  Checked checked = check(explore::lockedCounter());
  EXPECT_GT(checked.counters().widenedTests, 0u);
  EXPECT_EQ(checked.status->exhausted, 1u) << "the claim is about the tests before";
  EXPECT_EQ(checked.counters().fairExecutions, 0u);
}

TEST_F(CheckRunTest, WithoutAnyLimitNothingIsWidened) {
  request_.executions = 0;
  Checked checked = check(explore::lockedCounter());
  EXPECT_EQ(checked.counters().widenedTests, 0u);
  EXPECT_EQ(checked.status->exhausted, 1u);
}

TEST_F(CheckRunTest, WhatMinimisingTakesIsNotTakenFromTheExecutionsOfTheRun) {
  request_.allCauses = true;
  request_.executions = 2000;
  Checked checked = check(explore::losingCounter());
  EXPECT_GE(checked.charged() - checked.counters().minimisingExecutions, 2000u);
}

// ---- budgets -----------------------------------------------------------------------------------------------

TEST_F(CheckRunTest, ALimitOfTestsEndsTheRunAfterThatMany) {
  request_.check.tests = 5;
  Checked checked = check(explore::atomicCounter());
  EXPECT_EQ(checked.counters().tests, 5u);
  EXPECT_EQ(checked.status->exhausted, 0u);
}

TEST_F(CheckRunTest, ALimitOfExecutionsEndsTheRunWithTheTestThatReachesIt) {
  request_.executions = 100;
  Checked limited = check(explore::atomicCounter());
  EXPECT_GE(limited.charged(), 100u);
  EXPECT_EQ(limited.status->exhausted, 0u);
  request_.check.tests = limited.counters().tests - 1;
  EXPECT_LT(check(explore::atomicCounter()).charged(), 100u);
}

TEST_F(CheckRunTest, ATimeLimitEndsTheRun) {
  request_.seconds = 1e-9;
  Checked checked = check(explore::atomicCounter());
  EXPECT_TRUE(checked.finished);
  EXPECT_EQ(checked.status->exhausted, 0u);
}

TEST_F(CheckRunTest, WhoIsToldToStopStops) {
  explore::load(explore::atomicCounter());
  Checked checked;
  checked.status->stopRequested = 1;
  EXPECT_TRUE(CheckRun(request_, *checked.status, explore::optionsOf(request_)).run());
  EXPECT_EQ(checked.counters().tests, 0u);
  EXPECT_EQ(checked.status->exhausted, 0u);
}

TEST_F(CheckRunTest, WhereGenerationIsAllThatIsWantedNothingIsExplored) {
  request_.check.generateOnly = true;
  Checked checked = check(explore::losingCounter());
  EXPECT_GT(checked.counters().tests, 0u);
  EXPECT_EQ(checked.charged(), 0u);
  EXPECT_TRUE(checked.findings.empty());
}

TEST_F(CheckRunTest, AProcessThatTakesOverSkipsTheTestsOfTheOneThatDied) {
  auto testsBeforeWidening = [this] {
    Checked checked = check(explore::atomicCounter());
    return checked.counters().tests - checked.counters().widenedTests;
  };
  std::uint64_t all = testsBeforeWidening();
  request_.resume.firstExecution = 10;
  // Step 0 is the search for a call sequence; nine tests follow it.
  EXPECT_EQ(testsBeforeWidening(), all - 9);
}

// ---- one test ------------------------------------------------------------------------------------------------

TEST_F(CheckRunTest, OneGivenTestIsExaminedAndNoOther) {
  wantOnly("0() / 1() | 1() / 2()");
  Checked checked = check(explore::atomicCounter());
  EXPECT_TRUE(checked.findings.empty());
  EXPECT_EQ(checked.counters().tests, 1u);
  EXPECT_EQ(checked.counters().testsExhausted, 1u);
  EXPECT_EQ(checked.status->exhausted, 1u);
  EXPECT_TRUE(checked.use(explore::kIncrement).problem.empty());
  EXPECT_EQ(checked.use(explore::kGet).problem.id, model::MessageId::NotInTest)
      << "only the epilogue calls it";
}

TEST_F(CheckRunTest, ATestThatDoesNotFitTheClassIsRefused) {
  wantOnly("0() / 9() | 1() / 2()");
  Checked checked = check(explore::atomicCounter());
  EXPECT_FALSE(checked.finished);
  EXPECT_EQ(model::messageOf(*checked.status).id, model::MessageId::TestHasOperation);
}

TEST_F(CheckRunTest, AnUnknownGuideIsRefused) {
  request_.check.guide = "oracle";
  Checked checked = check(explore::atomicCounter());
  EXPECT_FALSE(checked.finished);
  EXPECT_EQ(model::messageOf(*checked.status),
            (model::Message{.id = model::MessageId::UnknownGuide, .arguments = {"oracle"}}));
  EXPECT_EQ(checked.status->state, static_cast<std::uint32_t>(model::HarnessState::Failed));
}

// ---- counters (model/lists/counters.def) -----------------------------------------------------------------------

std::map<std::string, std::uint64_t> allCounters(const Checked& checked) {
  std::map<std::string, std::uint64_t> values;
#define HEDDLE_COUNTER(field, name, what) values[name] = checked.counters().field;
#include "model/lists/counters.def"
#undef HEDDLE_COUNTER
  return values;
}

TEST_F(CheckRunTest, TheSameSeedGivesTheSameCounters) {
  std::map<std::string, std::uint64_t> first = allCounters(check(explore::losingCounter()));
  EXPECT_EQ(allCounters(check(explore::losingCounter())), first);
}

TEST_F(CheckRunTest, EveryExecutionIsCountedOnce) {
  Checked checked = check(explore::atomicCounter());
  EXPECT_EQ(checked.charged() + checked.counters().sequences, explore::executionsRun());
}

TEST_F(CheckRunTest, SerialExecutionsAreTheOrdersOfTheCallsAndTheLanesAlone) {
  wantOnly("0() / 1() | 1() / 2()");
  EXPECT_EQ(check(explore::atomicCounter()).counters().serialExecutions, 2u + 2u);
  wantOnly("0() / 1() 1() | 1() 1() / 2()");
  EXPECT_EQ(check(explore::atomicCounter()).counters().serialExecutions, 6u + 2u);
}

TEST_F(CheckRunTest, FailuresAreExecutionsOfTheSearch) {
  Checked checked = check(explore::losingCounter());
  EXPECT_EQ(checked.counters().failures, 1u) << "it ends the search";
  EXPECT_EQ(checked.findings[0].position.execution, 1u);
}

TEST_F(CheckRunTest, CallTracesAreThePathsThroughTheMethods) {
  EXPECT_EQ(check(explore::atomicCounter()).counters().callTraces, 2u);
  // get behaves in two ways.
  Class branching = explore::atomicCounter();
  branching.methods[1].steps = {{Op::Load, 0}, {Op::SkipUnless, 0, 1}, {Op::Load, 1}};
  EXPECT_EQ(check(branching).counters().callTraces, 3u);
}

TEST_F(CheckRunTest, RequirementsArePatternsThatLanesCouldForm) {
  Checked losing = check(explore::losingCounter());
  EXPECT_EQ(losing.counters().requirements, 1u) << "another thread between the load and the store";
  EXPECT_EQ(losing.counters().requirementsCovered, 1u);
  Checked atomic = check(explore::atomicCounter());
  EXPECT_EQ(atomic.counters().requirements, 0u);
}

TEST_F(CheckRunTest, ATestOfWhichNotAllOrdersAreKnownIsCounted) {
  // Two lanes of seven calls have 3432 orders, more than are run.
  wantOnly("0() / 1() 1() 1() 1() 1() 1() 1() | 1() 1() 1() 1() 1() 1() 1() / 2()");
  request_.executions = 10;
  EXPECT_EQ(check(explore::atomicCounter()).counters().testsWithUnknownOrders, 1u);
  wantOnly("0() / 1() | 1() / 2()");
  EXPECT_EQ(check(explore::atomicCounter()).counters().testsWithUnknownOrders, 0u);
}

TEST_F(CheckRunTest, TestsAreAddedUpByShape) {
  Checked checked = check(explore::atomicCounter());
  std::uint64_t tests = 0;
  std::uint64_t executions = 0;
  for (const model::CheckSummary::ShapeUse& use : checked.summary.shapes) {
    tests += use.tests;
    executions += use.executions;
    EXPECT_TRUE(use.exhausted) << nameOf(use.shape);
  }
  EXPECT_EQ(tests, checked.counters().tests);
  EXPECT_EQ(executions, checked.counters().executions);
}

} // namespace
} // namespace heddle::check
