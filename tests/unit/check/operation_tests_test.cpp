// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "check/operation_tests.h"

namespace heddle::check {
namespace {

TEST(OperationTests, CountTestsNotCalls) {
  OperationTests tests(4);
  const model::Test both = *model::testFromText("0() / 1() 1() | 1() / 2()");
  const examine::UncomparedCall clock{.operation = 1, .reason = model::NotCompared::ReadsClock};
  examine::Examination examination;
  examination.notCompared = {clock};
  examination.returned = {1};
  tests.add(both, examination);
  tests.add(both, {});
  EXPECT_EQ(tests.of(1).testsReturned, 1u);
  EXPECT_EQ(tests.of(1).tests, 2u);
  EXPECT_EQ(tests.of(1).notCompared[static_cast<std::size_t>(clock.reason)], 1u);
  EXPECT_EQ(tests.of(0).tests, 0u); // in the prefix alone
  EXPECT_EQ(tests.of(2).tests, 0u); // in the epilogue alone
}

} // namespace
} // namespace heddle::check
