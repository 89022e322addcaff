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
  out.summary.operations[2].problem = {.id = MessageId::WaitsAlone};
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
  EXPECT_EQ(completeness.methodsNotDriven, 3u);
  EXPECT_EQ(completeness.methodsNotCompared[kClock], 2u);
  EXPECT_EQ(completeness.methodsNotCompared[kType], 1u);
  EXPECT_EQ(completeness.pairsLeftOut, 6u);
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
