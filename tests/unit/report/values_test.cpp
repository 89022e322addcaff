// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "report/values.h"

namespace heddle::report {
namespace {

using model::Event;
using model::EventKind;

std::string valueOf(std::uint64_t value, std::uint8_t size) {
  Event event;
  event.kind = EventKind::Load;
  event.size = size;
  event.hasValue = true;
  event.value = value;
  return readableValue(event);
}

TEST(Values, NumbersAreDecimalAndSigned) {
  EXPECT_EQ(valueOf(1000, 4), "1000");
  EXPECT_EQ(valueOf(0xffffffff, 4), "-1");
  EXPECT_EQ(valueOf(0xff, 1), "-1");
  EXPECT_EQ(valueOf(1, 1), "1");
  EXPECT_EQ(valueOf(0xffffffff, 8), "4294967295");
}

TEST(Values, BitPatternsAreNotShownAsNumbers) {
  EXPECT_EQ(valueOf(0x3ff8000000000000, 8), "a large value");
  EXPECT_EQ(valueOf(0x600000000010, 8), "a large value");
}

TEST(Values, LocationsHaveNoOffsetsIntoStacks) {
  EXPECT_EQ(readableLocation("stack of T0-120"), "a local of T0");
  EXPECT_EQ(readableLocation("thread-local data of T12-4"), "a thread_local of T12");
  EXPECT_EQ(readableLocation("heap#3+8"), "heap#3+8");
  EXPECT_EQ(readableLocation("global+0x40"), "a global");
  EXPECT_EQ(readableLocation(""), "");
}

TEST(Values, TryLockSaysWhetherItWorked) {
  Event event;
  event.kind = EventKind::TryLock;
  event.hasValue = true;
  EXPECT_EQ(readableValue(event), "busy");
  event.value = 1;
  EXPECT_EQ(readableValue(event), "taken");
}

TEST(Values, LengthsOfRangesAreNoValues) {
  Event event;
  event.kind = EventKind::RangeWrite;
  event.hasValue = true;
  event.value = 64;
  EXPECT_EQ(readableValue(event), "");
}

TEST(Values, OnlyAccessesHaveOne) {
  Event event;
  event.kind = EventKind::ThreadCreate;
  event.hasValue = true;
  event.value = 2;
  EXPECT_EQ(readableValue(event), "");
  event.kind = EventKind::Load;
  event.hasValue = false;
  EXPECT_EQ(readableValue(event), "");
}

} // namespace
} // namespace heddle::report
