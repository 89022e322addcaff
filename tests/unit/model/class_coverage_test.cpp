// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "model/classes/class_coverage.h"

namespace heddle::model {
namespace {

constexpr auto kClock = static_cast<std::size_t>(NotCompared::ReadsClock);
constexpr auto kType = static_cast<std::size_t>(NotCompared::ResultType);

// Queue(), push(), pop(), now(), attach(), and a template that cannot be called.
ClassCoverage coverage() {
  ClassCoverage out;
  out.subject.operations.resize(5);
  out.subject.operations[0].kind = OperationKind::Constructor;
  out.subject.operations[4].unsupported = {.id = MessageId::NoValueFor,
                                           .arguments = {"Socket", "1"}};
  out.subject.leftOut = {{.what = "each(F)", .why = {.id = MessageId::OwnTemplate}}};
  out.summary.operations.resize(5);
  out.summary.operations[1].tests = out.summary.operations[3].tests = 9;
  out.summary.operations[2].problem = {.id = MessageId::WaitsAlone};
  out.summary.operations[2].runs = 8;
  out.summary.changesState = out.summary.tellsStates = true;
  out.summary.testsWithSharing = 9;
  out.summary.operations[3].notCompared[kClock] = 7;
  out.summary.operations[1].notCompared[kClock] = 1;
  out.summary.operations[1].notCompared[kType] = 2;
  out.summary.pairsLeftOut = 6;
  return out;
}

TEST(ClassCoverage, CountsMethodsNotTests) {
  Completeness completeness;
  addCoverage(coverage(), completeness);
  EXPECT_EQ(completeness.methods, 5u); // the constructor is not a method, the template is one
  EXPECT_EQ(completeness.methodsTested, 0u);
  EXPECT_EQ(completeness.methodsNotDriven, 2u);
  EXPECT_EQ(completeness.methodsNeverReturned, 1u);
  EXPECT_EQ(completeness.methodsNotCompared[kClock], 2u);
  EXPECT_EQ(completeness.methodsNotCompared[kType], 1u);
  EXPECT_EQ(completeness.pairsLeftOut, 6u);
}

TEST(ClassCoverage, EachMethodHasOneStatus) {
  ClassCoverage all = coverage();
  all.summary.operations[1].notCompared = {};
  const auto statusOf = [&](std::size_t operation) {
    return methodsOf(all)[operation - 1].status; // the constructor is not listed
  };
  EXPECT_EQ(statusOf(1), MethodStatus::Tested);
  EXPECT_EQ(statusOf(2), MethodStatus::NeverReturned);
  EXPECT_EQ(statusOf(3), MethodStatus::NotCompared);
  EXPECT_EQ(statusOf(4), MethodStatus::Skipped);
  all.summary.operations[1].tests = 0;
  EXPECT_EQ(statusOf(1), MethodStatus::NotConcurrent);
  all.summary.operations[1].precompiled = true;
  EXPECT_EQ(statusOf(1), MethodStatus::Precompiled);
  all.summary.operations[2].problem = {.id = MessageId::IsUnsupported};
  EXPECT_EQ(statusOf(2), MethodStatus::Skipped) << "what heddle cannot run is not a failure";
}

NothingToTest nothingIn(const ClassCoverage& coverage, std::uint64_t tests = 9) {
  Completeness completeness{.tests = tests, .testsExhausted = tests};
  addCoverage(coverage, completeness);
  return completeness.nothingToTest;
}

TEST(ClassCoverage, NothingToTestHasAReason) {
  ClassCoverage all = coverage();
  EXPECT_EQ(nothingIn(all), NothingToTest::No);
  EXPECT_EQ(nothingIn(all, 0), NothingToTest::NoTest);
  all.summary.testsWithSharing = 0;
  EXPECT_EQ(nothingIn(all), NothingToTest::NothingShared);
  all.summary.changesState = false;
  EXPECT_EQ(nothingIn(all), NothingToTest::NoMutator);
  all.summary.operations[1].precompiled = all.summary.operations[3].precompiled = true;
  EXPECT_EQ(nothingIn(all), NothingToTest::Precompiled);
  for (CheckSummary::OperationUse& use : all.summary.operations)
    use.problem = {.id = MessageId::Throws};
  EXPECT_EQ(nothingIn(all), NothingToTest::NoneReturned);
  EXPECT_EQ(nothingIn({}), NothingToTest::NoMethod);
}

TEST(ClassCoverage, AMethodThatNeverReturnedIsNotDriven) {
  const std::vector<MethodUse> methods = methodsOf(coverage());
  ASSERT_EQ(methods.size(), 5u);
  EXPECT_TRUE(methods[0].isDriven());
  EXPECT_FALSE(methods[1].isDriven());
  EXPECT_EQ(methods[1].problem.id, MessageId::WaitsAlone);
}

} // namespace
} // namespace heddle::model
