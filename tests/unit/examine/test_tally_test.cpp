// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "examine/test_tally.h"

namespace heddle::examine {
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
  early.extent.bounds.preemptions = 0; // of a search that did not reach its end
  tally_.add(early);
  EXPECT_EQ(status_.preemptionBound, 2);
}

} // namespace
} // namespace heddle::examine
