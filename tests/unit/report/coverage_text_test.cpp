// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "report/coverage_text.h"

namespace heddle::report {
namespace {

model::RunResult covered(std::uint64_t patterns, std::uint64_t estimated, std::uint64_t observed) {
  model::RunResult result;
  result.stats.executions = 5000;
  result.stats.observedExecutions = observed;
  result.patterns.emplace();
  result.patterns->patterns = patterns;
  result.patterns->estimatedPatterns = estimated;
  return result;
}

TEST(PatternsText, SaysHowManyExecutionsWereLookedAt) {
  EXPECT_EQ(patternsText(covered(41, 312, 104)),
            "41 of an estimated 312 memory-access patterns, in 104 of 5000 executions");
  EXPECT_EQ(patternsText(covered(41, 312, 5000)),
            "41 of an estimated 312 memory-access patterns, in 5000 executions");
}

TEST(PatternsText, SaysIfThereWereTooMany) {
  model::RunResult result = covered(1'000'000, 2'000'000, 104);
  result.patterns->isFull = true;
  EXPECT_TRUE(patternsText(result).starts_with("more than 1000000 of an estimated 2000000 "));
}

TEST(PatternsText, IsEmptyIfThereIsNothingToSay) {
  EXPECT_EQ(patternsText({}), "") << "nothing was looked at";
  EXPECT_EQ(patternsText(covered(0, 0, 104)), "") << "the threads share nothing";
}

} // namespace
} // namespace heddle::report
