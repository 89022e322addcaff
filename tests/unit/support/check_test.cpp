// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "support/check.h"

namespace heddle {
namespace {

TEST(Check, PassesSilentlyWhenTheConditionHolds) {
  int evaluated = 0;
  HEDDLE_CHECK(++evaluated == 1) << "never shown";
  EXPECT_EQ(evaluated, 1);
}

TEST(Check, FailureNamesVersionReasonAndPlaceAndExitsWith70) {
  EXPECT_EXIT(HEDDLE_CHECK(1 > 2) << "thread " << 7 << std::string(" is lost"),
              testing::ExitedWithCode(kOwnBugExitStatus),
              "heddle [0-9.]+: internal error: thread 7 is lost\n.*1 > 2\n.*check_test.cpp:");
}

TEST(Check, IsOneStatementInAnIfElse) {
  bool reachedElse = false;
  if (true)
    HEDDLE_CHECK(true);
  else
    reachedElse = true;
  EXPECT_FALSE(reachedElse);
}

} // namespace
} // namespace heddle
