// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "model/schedule.h"

namespace heddle::model {
namespace {

Pick waiter(std::uint16_t thread) {
  return {PickKind::Waiter, thread};
}

TEST(Schedule, RoundTripsThroughText) {
  const Schedule schedule{{{0, 12, false}, {1, 7, true, {waiter(2), waiter(511)}}, {0, 3, false}}};
  EXPECT_EQ(toText(schedule), "0:12 1:7! w2 w511 0:3");
  EXPECT_EQ(*scheduleFromText(toText(schedule)), schedule);
  EXPECT_EQ(preemptions(schedule), 1u);
}

TEST(Schedule, EmptyTextIsTheEmptySchedule) {
  EXPECT_EQ(toText(Schedule{}), "");
  EXPECT_EQ(*scheduleFromText(""), Schedule{});
  EXPECT_EQ(*scheduleFromText(" \n "), Schedule{});
}

TEST(Schedule, PicksBelongToTheSegmentBeforeThem) {
  EXPECT_EQ(*scheduleFromText("0:1 w2 1:3"),
            (Schedule{{{0, 1, false, {waiter(2)}}, {1, 3, false}}}));
}

TEST(Schedule, APickNeedsASegment) {
  EXPECT_FALSE(scheduleFromText("w2 0:1"));
}

// Replay consumes picks in order, so it does not matter that they stand after the last segment.
TEST(Schedule, ReadsVersionOne) {
  EXPECT_EQ(*scheduleFromText("0:1 1:3! 0:2 w2 w3"),
            (Schedule{{{0, 1, false}, {1, 3, true}, {0, 2, false, {waiter(2), waiter(3)}}}}));
}

TEST(Schedule, GarbageIsAnErrorThatNamesTheDecision) {
  for (const char* text : {"x",
                           "0",
                           "0:",
                           ":1",
                           "0:1?",
                           "0:1!!",
                           "w",
                           "w1x",
                           "-1:2",
                           "0:99999999999",
                           "70000:1",
                           "0:-1"}) {
    const auto parsed = scheduleFromText(std::string("0:1 ") + text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().message,
              "schedule: decision 2 is malformed: `" + std::string(text) + "`");
  }
}

} // namespace
} // namespace heddle::model
