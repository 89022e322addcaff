// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "synthesize/operation_tests.h"
#include "synthesize/test_tally.h"

namespace heddle::synthesize {
namespace {

class TestTallyTest : public testing::Test {
protected:
  static Examination exhausted(int preemptions) {
    Examination examination;
    examination.extent = {.exhausted = true, .bounds = {.preemptions = preemptions, .delays = -1}};
    return examination;
  }

  model::HarnessStatus status_{};
  TestTally tally_{status_};
};

TEST_F(TestTallyTest, CountsEachPropertyApart) {
  Examination unknown;
  unknown.ordersUnknown = true;
  Examination failing;
  failing.failsSerially = true;
  Examination omitting = exhausted(2);
  omitting.extent.leftSomethingOut = true;
  for (const Examination& examination : {exhausted(2), exhausted(-1), unknown, failing, omitting})
    tally_.add(examination);
  EXPECT_EQ(tally_.tests(), 5u);
  EXPECT_EQ(status_.counters.testsExhausted, 3u);
  EXPECT_EQ(status_.counters.testsWithUnknownOrders, 1u);
  EXPECT_EQ(status_.counters.testsFailingSerially, 1u);
  EXPECT_EQ(status_.counters.testsWithOmissions, 1u);
}

TEST_F(TestTallyTest, BoundsAreThoseOfTheNarrowestTest) {
  EXPECT_EQ(status_.preemptionBound, -1);
  EXPECT_EQ(status_.delayBound, -1);
  tally_.add(exhausted(-1));
  EXPECT_EQ(status_.preemptionBound, -1);
  tally_.add(exhausted(2));
  tally_.add(exhausted(3));
  EXPECT_EQ(status_.preemptionBound, 2);
  Examination early;
  early.extent.bounds.preemptions = 0; // of a search that did not come to its end
  tally_.add(early);
  EXPECT_EQ(status_.preemptionBound, 2);
}

TEST(OperationTests, CountTestsNotCalls) {
  OperationTests tests(4);
  const model::Test both = *model::testFromText("0() / 1() 1() | 1() / 2()");
  const UncomparedCall clock{.operation = 1, .reason = model::NotCompared::ReadsClock};
  tests.add(both, {clock});
  tests.add(both, {});
  EXPECT_EQ(tests.of(1).tests, 2u);
  EXPECT_EQ(tests.of(1).notCompared[static_cast<std::size_t>(clock.reason)], 1u);
  EXPECT_EQ(tests.of(0).tests, 0u); // in the prefix alone
  EXPECT_EQ(tests.of(2).tests, 0u); // in the epilogue alone
}

} // namespace
} // namespace heddle::synthesize
