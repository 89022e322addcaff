// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "report/claim_text.h"

namespace heddle::report {
namespace {

using model::Completeness;

constexpr auto kClock = static_cast<std::size_t>(model::NotCompared::ReadsClock);
constexpr auto kType = static_cast<std::size_t>(model::NotCompared::ResultType);

Completeness complete() {
  return {.tests = 9, .testsExhausted = 9, .methods = 5, .methodsTested = 5};
}

TEST(Gaps, AreNamedWithTheirNumbers) {
  Completeness completeness = complete();
  EXPECT_EQ(gapsText(completeness, {}), "");
  completeness.fairExecutions = 3;
  completeness.methodsNotDriven = 2;
  EXPECT_EQ(gapsText(completeness, {}),
            "3 executions scheduled fairly to let them end; 2 of 5 methods not driven");
}

TEST(Gaps, ResultsSayWhyTheyAreNotCompared) {
  Completeness completeness = complete();
  completeness.methodsNotCompared[kClock] = 2;
  EXPECT_EQ(gapsText(completeness, {}),
            "results not compared: 2 methods read a clock or random numbers");
  completeness.methodsNotCompared[kClock] = 1;
  completeness.methodsNotCompared[kType] = 1;
  EXPECT_EQ(gapsText(completeness, {}),
            "results not compared: 1 method reads a clock or random numbers, 1 method returns a "
            "type that cannot be compared");
}

TEST(Gaps, NameTheMethodsTheyAreAbout) {
  Completeness completeness = complete();
  completeness.methodsPrecompiled = 1;
  completeness.methodsNeverReturned = 6;
  completeness.methods = 7;
  Methods methods{
      {.signature = "flush()", .problem = {}, .status = model::MethodStatus::Precompiled}};
  for (char name = 'a'; name < 'g'; ++name)
    methods.push_back({.signature = std::string(1, name) + "()",
                       .problem = {},
                       .status = model::MethodStatus::NeverReturned});
  EXPECT_EQ(
      gapsText(completeness, methods),
      "6 methods never returned (a(), b(), c(), d(), 2 more); 1 method precompiled (flush())");
}

TEST(Untested, AreMethodsThatNoTestCanCover) {
  using enum model::MethodStatus;
  Methods methods;
  for (const model::MethodStatus status : {Tested, NotConcurrent, NotCompared})
    methods.push_back({.signature = "tested()", .problem = {}, .status = status});
  EXPECT_EQ(untestedText(methods), "");
  methods.push_back({.signature = "flush()", .problem = {}, .status = Precompiled});
  methods.push_back({.signature = "attach(Socket &)", .problem = {}, .status = Skipped});
  methods.push_back({.signature = "stop()", .problem = {}, .status = Skipped});
  EXPECT_EQ(untestedText(methods), "attach(Socket &), stop() (skipped); flush() (precompiled)");
}

TEST(Gaps, EachHasWords) {
#define HEDDLE_GAP(id, name, verdict, condition)                                                   \
  EXPECT_FALSE(gapText(model::Gap::id, complete(), {}).empty()) << name;
#include "model/lists/gaps.def"
#undef HEDDLE_GAP
}

TEST(Bounds, AreOnlyClaimedWhenTheSearchWasExhausted) {
  Completeness completeness = complete();
  EXPECT_EQ(boundsText(completeness), "no preemption bound");
  completeness.bounds = {.preemptions = 2, .delays = 1};
  EXPECT_EQ(boundsText(completeness), "at most 2 preemptions, at most 1 delay");
  EXPECT_EQ(limitText(completeness.bounds), "2 preemptions and 1 delay");
  completeness.testsExhausted = 8;
  EXPECT_EQ(boundsText(completeness), "");
}

TEST(Causes, TheStrongestIsNamed) {
  Completeness completeness{.tests = 1, .isExhaustive = true, .timeLimit = 60};
  EXPECT_EQ(causeOf(completeness).text, "the time of 60 s ran out");
  EXPECT_EQ(causeOf(completeness).hint, "raise --time");
  completeness.interrupted = true;
  EXPECT_EQ(causeOf(completeness).text, "it was interrupted");
}

TEST(Positions, ProgramsHaveNoTests) {
  EXPECT_EQ(positionText({.test = 3, .execution = 17}), "test 3, execution 17");
  EXPECT_EQ(positionText({.test = 0, .execution = 17}), "execution 17");
}

} // namespace
} // namespace heddle::report
